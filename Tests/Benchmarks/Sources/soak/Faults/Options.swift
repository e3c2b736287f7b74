import Foundation

/// What the command line says of a soak with faults.
struct FaultOptions: Sendable {
    var seconds = 1_800
    var seed = UInt64.random(in: 0...UInt64(UInt32.max))
    /// How many rounds run at the same time.
    var atOnce = 24
    /// How many seconds later than its time-out an operation may end, on a machine that has more to do than this.
    var patience = 1
    /// The one round to run, again and again; nil for all.
    var round: Int?
    /// The one kind of round to run; nil for all.
    var kind: String?
    /// nginx's plain address and the folder that it serves.
    var nginx: URL?

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            switch (name, rest.popFirst()) {
            case ("--seconds", let text?): seconds = try Self.number(text)
            case ("--seed", let text?): seed = try Self.number(text)
            case ("--at-once", let text?): atOnce = try Self.number(text)
            case ("--patience", let text?): patience = try Self.number(text)
            case ("--round", let text?): round = try Self.number(text)
            case ("--kind", let text?): kind = text
            case ("--nginx", let text?): nginx = URL(string: text)
            default:
                throw Wrong(description: "usage: soak --faults \(Self.usage)")
            }
        }
    }

    private static let usage =
        "[--seconds N] [--seed S] [--at-once N] [--patience SECONDS] [--round N]"
        + " [--kind NAME] [--nginx URL]"

    private static func number<Number: FixedWidthInteger>(_ text: String) throws -> Number {
        guard let number = Number(text), number > 0 else { throw Wrong(description: "\(text) is no number") }
        return number
    }
}
