import Resourceful

/// The language in which a program speaks.
public enum Language: CaseIterable, Sendable {
    case english, chinese

    /// The language of a locale: of the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that isn't empty (POSIX, 8.2).
    public init(environment: [String: String]) {
        let locales = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }
        let locale = locales.first { !$0.isEmpty } ?? ""
        self = locale.prefix { $0.isLetter }.lowercased() == "zh" ? .chinese : .english
    }

    /// The language that the options of a program choose, or else the user's locale.
    public init(_ words: [String: String], environment: [String: String]? = nil) {
        let environment = environment ?? ProcessInfo.processInfo.environment
        self = words["--chinese"] == nil ? Language(environment: environment) : .chinese
    }

    /// Returns what is in this language.
    public func callAsFunction<Text>(_ english: Text, _ chinese: Text) -> Text {
        self == .english ? english : chinese
    }
}

extension ExampleProgram.Option {
    /// `--chinese`, for ``Language/init(_:environment:)``.
    public static let chinese = Self("--chinese", "speak Chinese, as in a Chinese locale (LC_ALL, LC_MESSAGES, LANG)")
}
