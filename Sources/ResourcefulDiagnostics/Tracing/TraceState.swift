/// What tracing systems add to a trace: at most 32 members, the most recently changed first (W3C Trace Context, section
/// 3.3).
///
///     var state = TraceState(["rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"]) ?? TraceState()
///     state["congo"] = "ucfJifl5GOE"
///     print(state)  // congo=ucfJifl5GOE,rojo=00f067aa0ba902b7
///
/// Its values are opaque, so don't put anything personal into them: every server on the way receives them.
public struct TraceState: Hashable, Sendable {
    /// A key and its value.
    public struct Member: Hashable, Sendable, CustomStringConvertible {
        /// The key: at most 256 lowercase letters, digits and the marks `_-*/@`; it begins with a letter or a digit.
        public let key: String
        /// The value: at most 256 printable ASCII characters without `,` and `=`. The last one isn't a space.
        public let value: String

        /// Creates a member; nil if the key or the value isn't valid.
        public init?(_ key: String, _ value: String) {
            guard Self.isKey(key.utf8), Self.isValue(value.utf8) else { return nil }
            (self.key, self.value) = (key, value)
        }

        /// The member as it is sent.
        public var description: String { "\(key)=\(value)" }

        private static func isKey(_ key: String.UTF8View) -> Bool {
            guard (1...256).contains(key.count), let first = key.first, isLetterOrDigit(first) else { return false }
            return key.allSatisfy { isLetterOrDigit($0) || "_-*/@".utf8.contains($0) }
        }

        private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        }

        private static func isValue(_ value: String.UTF8View) -> Bool {
            guard (1...256).contains(value.count), value.last != UInt8(ascii: " ") else { return false }
            return value.allSatisfy { 0x20...0x7E ~= $0 && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "=") }
        }
    }

    /// The members, the most recently changed first.
    public private(set) var members: [Member] = []

    /// The maximum number of members.
    public static let maximumCount = 32

    /// Creates an empty state.
    public init() {}

    /// Creates a state from the values of `tracestate` fields, in order; nil if they aren't valid or have more than 32
    /// members. Of members with the same key, the first one counts.
    public init?(_ values: [String]) {
        var count = 0
        for value in values {
            // Longer than all members can be.
            guard value.utf8.count <= Self.maximumLength else { return nil }
            for part in value.utf8.split(separator: UInt8(ascii: ",")) {
                let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
                let text = part.drop(while: isSpace)
                guard !text.isEmpty else { continue }
                count += 1
                guard count <= Self.maximumCount, let member = Self.member(text, isSpace) else { return nil }
                if self[member.key] == nil { members.append(member) }
            }
        }
    }

    private static let maximumLength = 32_768

    /// Reads `key=value`, with white space after it.
    private static func member(_ text: Substring.UTF8View, _ isSpace: (UInt8) -> Bool) -> Member? {
        guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        var value = text[text.index(after: equals)...]
        while let last = value.last, isSpace(last) { value = value.dropLast() }
        return Member(String(decoding: text[..<equals], as: UTF8.self), String(decoding: value, as: UTF8.self))
    }

    /// The value of a member. Writing moves the member to the front, and removes the last one if there are more than
    /// 32; nil removes it. A key or a value that isn't valid changes nothing.
    public subscript(key: String) -> String? {
        get { members.first { $0.key == key }?.value }
        set {
            guard let newValue else { return members.removeAll { $0.key == key } }
            guard let member = Member(key, newValue) else { return }
            members.removeAll { $0.key == key }
            members.insert(member, at: 0)
            members = Array(members.prefix(Self.maximumCount))
        }
    }

    /// Returns the state with whole members removed until it fits into a number of bytes: first those that are longer
    /// than 128 bytes, then the last ones (W3C Trace Context, section 3.3.1.5).
    public func trimmed(to count: Int = 512) -> TraceState {
        var trimmed = self
        while trimmed.length > count, !trimmed.members.isEmpty {
            let long = trimmed.members.lastIndex { $0.key.utf8.count + 1 + $0.value.utf8.count > 128 }
            trimmed.members.remove(at: long ?? trimmed.members.count - 1)
        }
        return trimmed
    }

    private var length: Int {
        members.reduce(max(0, members.count - 1)) { $0 + $1.key.utf8.count + 1 + $1.value.utf8.count }
    }
}

extension TraceState: CustomStringConvertible {
    /// The value of the `tracestate` field; empty if there are no members.
    public var description: String { members.map(\.description).joined(separator: ",") }
}
