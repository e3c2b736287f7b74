extension JSON: Hashable {
    /// Whether two places have the same value. Objects are equal in any key order, strings code unit by code unit,
    /// numbers by value: `1.0` equals `10e-1`, and digits beyond the precision of a `Double` count. If a key is
    /// repeated, its first value counts. A missing value equals another missing value and `null`, so `json.subtitle ==
    /// nil` holds if the key is missing.
    public static func == (some: JSON, other: JSON) -> Bool {
        guard some.exists, other.exists else { return some.isNothing && other.isNothing }
        var pairs = [(some.node, other.node)]
        while let (one, two) = pairs.popLast() {
            let (first, second) = (some.document, other.document)
            if first === second, one == two { continue }
            switch (first.word(one).kind, second.word(two).kind) {
            case (.array, .array):
                guard let ones = first.elements(of: one), let twos = second.elements(of: two), ones.count == twos.count
                else { return false }
                pairs += zip(ones, twos)
            case (.object, .object):
                let keys = first.keys(of: one) ?? []
                guard keys.count == second.keyNodes(of: two).count else { return false }
                for key in keys {
                    guard let ours = first.child(of: one, key: key), let theirs = second.child(of: two, key: key) else {
                        return false
                    }
                    pairs.append((ours, theirs))
                }
            default:
                guard let ours = first.scalar(at: one), ours == second.scalar(at: two) else { return false }
            }
        }
        return true
    }

    /// Whether the value is missing or `null`.
    private var isNothing: Bool { !exists || isNull }

    /// Hashes the value, down to a limited depth. Linear in the size of the value.
    public func hash(into hasher: inout Hasher) {
        // A missing value hashes like null.
        guard exists else { return hasher.combine(Optional(Array("null".utf8))) }
        document.hash(node, into: &hasher, depth: 0)
    }
}

extension JSONDocument {
    /// The nesting depth below which only the counts of containers are hashed, to limit the recursion.
    private static let deepest = 32

    fileprivate func hash(_ node: Int, into hasher: inout Hasher, depth: Int) {
        switch word(node).kind {
        case .array:
            hasher.combine(count(of: node))
            guard depth < Self.deepest else { return }
            var child = first(in: node)
            while child < end(of: node) {
                hash(child, into: &hasher, depth: depth + 1)
                child = next(after: child)
            }
        case .object:
            let keys = keyNodes(of: node)
            hasher.combine(keys.count)
            guard depth < Self.deepest else { return }
            // The sum doesn't depend on the order.
            hasher.combine(
                keys.reduce(0) { sum, key in
                    var member = Hasher()
                    member.combine(string(at: key))
                    hash(key + 1, into: &member, depth: depth + 1)
                    return sum &+ member.finalize()
                })
        default: hasher.combine(scalar(at: node))
        }
    }
}

extension JSONDocument {
    /// Returns a form of a scalar that is the same for equal values; nil for a container.
    fileprivate func scalar(at node: Int) -> [UInt8]? {
        let kind = word(node).kind
        if kind.isContainer { return nil }
        if kind.isString { return Array((string(at: node) ?? "").utf8) + [UInt8(ascii: "\"")] }
        return kind.isNumber ? Self.canonical(Array(content(of: node))) : Array(content(of: node))
    }

    /// Returns a number as its digits, without zeros at either end, and an exponent.
    private static func canonical(_ number: [UInt8]) -> [UInt8] {
        let isNegative = number.first == UInt8(ascii: "-")
        let parts = number.dropFirst(isNegative ? 1 : 0).split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
        let halves = parts[0].split(separator: UInt8(ascii: "."), maxSplits: 1)
        var digits = Array(halves.joined()).drop { $0 == UInt8(ascii: "0") }
        if digits.isEmpty { return [UInt8(ascii: "0")] }
        let significant = digits.count
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        // A number whose exponent doesn't fit an Int is compared by its spelling.
        guard let written = parts.count == 1 ? 0 : Int(String(decoding: parts[1], as: UTF8.self)) else { return number }
        let fraction = halves.count == 1 ? 0 : halves[1].count
        let (exponent, overflows) = written.addingReportingOverflow(significant - digits.count - fraction)
        if overflows { return number }
        return Array((isNegative ? "-" : "").utf8) + digits + Array("e\(exponent)".utf8)
    }
}
