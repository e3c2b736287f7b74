/// The output of a program: a terminal, or a file or pipe in its place.
///
/// In a terminal, lines fit its width and text has colors. In a file or pipe, lines are as long as they are and text is
/// plain, so that other programs find all of it.
public struct Terminal: Equatable, Sendable {
    /// The number of columns; nil if lines can have any length.
    public let columns: Int?
    /// Whether text has colors.
    public let isColored: Bool
    /// Whether a line can be replaced.
    public let isRewritable: Bool

    /// A file or a pipe.
    public static let plain = Terminal(isTerminal: false, environment: [:], reported: nil)

    /// Creates an output from the system's and the user's settings.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether there is a terminal at all.
    ///   - environment: `COLUMNS` is the user's choice of a width. `NO_COLOR`, if it isn't empty, turns colors off
    ///     (no-color.org). With `TERM=dumb`, or without `TERM`, the terminal can only append text.
    ///   - reported: The number of columns that the terminal reports; nil or zero if it doesn't know.
    public init(isTerminal: Bool, environment: [String: String], reported: Int?) {
        let kind = environment["TERM"] ?? ""
        isRewritable = isTerminal && !kind.isEmpty && kind != "dumb"
        isColored = isRewritable && (environment["NO_COLOR"] ?? "").isEmpty
        let chosen = environment["COLUMNS"].flatMap { Int($0) } ?? 0
        let width = chosen > 0 ? chosen : max(reported ?? 0, 0)
        columns = isTerminal ? max(width == 0 ? 80 : width, 20) : nil
    }
}

/// A color or a weight of text.
public enum Style: Int, Sendable {
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
    case yellow = 33
}

extension Terminal {
    /// The text in a style, if the terminal has colors.
    public func styled(_ text: String, _ style: Style) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// The lines of a text, broken at spaces to fit, each in a style.
    public func laidOut(_ text: String, _ style: Style? = nil, indent: Int = 0) -> String {
        let text = text.wrapped(to: columns, indent: indent)
        guard let style else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { styled(String($0), style) }
            .joined(separator: "\n")
    }
}
