package import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A JSON value that a test makes up, with a writer that spells it in any of the ways that RFC 8259 allows.
package indirect enum JSONTree: Hashable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([JSONTree])
    case object([String: JSONTree])

    package static func arbitrary(depth: Int = 4, using random: inout SplitMix64) -> JSONTree {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
        case 0: .null
        case 1: .bool(.random(using: &random))
        case 2: .int(Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0..<64, using: &random))
        case 3: .double(arbitraryDouble(using: &random))
        case 4, 5: .string(random.arbitraryText())
        case 6, 7:
            .array((0..<Int.random(in: 0...4, using: &random)).map { _ in arbitrary(depth: depth - 1, using: &random) })
        default:
            .object(
                Dictionary(
                    (0..<Int.random(in: 0...4, using: &random)).map { number in
                        // A number at the end keeps keys apart that Swift would take for the same.
                        ("\(random.arbitraryText())\(number)", arbitrary(depth: depth - 1, using: &random))
                    }
                ) { first, _ in first })
        }
    }

    private static func arbitraryDouble(using random: inout SplitMix64) -> Double {
        let double = Double(bitPattern: random.next())
        // The digits of a large whole Double name a whole number that is another one.
        return double.isFinite && (double.magnitude < 0x1p53 || double.magnitude > 0x1p63) ? double : 0.1
    }

    /// The text of the value, spelled at random.
    package func written(using random: inout SplitMix64) -> String {
        space(&random) + core(using: &random) + space(&random)
    }

    private func core(using random: inout SplitMix64) -> String {
        switch self {
        case .null: return "null"
        case .bool(let bool): return "\(bool)"
        case .int(let int): return "\(int)" + (["", "", ".0", "e0", ".000E+0"].randomElement(using: &random) ?? "")
        case .double(let double): return "\(double)"
        case .string(let string): return Self.quoted(string, using: &random)
        case .array(let elements):
            return "[" + elements.map { $0.written(using: &random) }.joined(separator: ",")
                + (elements.isEmpty ? space(&random) : "") + "]"
        case .object(let members):
            // A dictionary's own order is another in every run.
            let texts = members.sorted { $0.key < $1.key }.map { key, value in
                space(&random) + Self.quoted(key, using: &random) + space(&random) + ":" + value.written(using: &random)
            }
            return "{" + texts.joined(separator: ",") + (members.isEmpty ? space(&random) : "") + "}"
        }
    }

    private func space(_ random: inout SplitMix64) -> String {
        ["", "", "", " ", "\n", "\t", "\r\n", "  \n\t"].randomElement(using: &random) ?? ""
    }

    /// A string with each scalar as it is or escaped, as it must be or may be.
    package static func quoted(_ string: String, using random: inout SplitMix64) -> String {
        let short: [Unicode.Scalar: String] = [
            "\"": #"\""#, "\\": #"\\"#, "/": #"\/"#, "\u{8}": #"\b"#, "\u{C}": #"\f"#, "\n": #"\n"#, "\r": #"\r"#,
            "\t": #"\t"#,
        ]
        var text = "\""
        for scalar in string.unicodeScalars {
            let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
            let choice = Int.random(in: 0..<4, using: &random)
            if let escape = short[scalar], choice < 2 {
                text += escape
            } else if mustEscape || choice == 2 {
                text += String(scalar).utf16.map { unit in
                    let digits = String(unit, radix: 16, uppercase: Bool.random(using: &random))
                    return #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
                }.joined()
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}

extension JSONTree {
    /// The value that a walk through a document reads, by the accessors alone.
    package init(reading json: JSON) throws {
        if json.isNull {
            self = .null
        } else if let bool = try? json.bool {
            self = .bool(bool)
        } else if let int = try? json.int {
            self = .int(int)
        } else if let double = try? json.double {
            self = .double(double)
        } else if let string = try? json.string {
            self = .string(string)
        } else if let array = try? json.array {
            self = .array(try array.map(JSONTree.init))
        } else {
            let keys = try json.keys
            self = .object(try Dictionary(keys.map { ($0, try JSONTree(reading: json[$0])) }) { _, last in last })
        }
    }

    /// The same value with whole numbers as such, whichever way they were made.
    package var normalised: JSONTree {
        switch self {
        case .double(let double): Int(exactly: double).map { .int($0) } ?? self
        case .array(let elements): .array(elements.map(\.normalised))
        case .object(let members): .object(members.mapValues(\.normalised))
        default: self
        }
    }
}
