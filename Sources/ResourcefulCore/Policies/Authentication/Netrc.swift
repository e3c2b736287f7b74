/// Names and passwords by host, as command-line tools share them: `~/.netrc`.
///
///     let netrc = Netrc(parsing: try String(contentsOfFile: path, encoding: .utf8))
///     Webservice(policies: [.netrc(netrc)])
///
/// Printing it, or dumping it, never shows a password. (GNU inetutils, `.netrc`; quoted words as curl reads them.)
public struct Netrc: Hashable, Sendable {
    /// What a host is told.
    public struct Login: Hashable, Sendable {
        /// The name; empty where there is none.
        public var user: String
        /// The password; empty where there is none.
        public var password: String

        /// A name and its password.
        public init(user: String, password: String) { (self.user, self.password) = (user, password) }
    }

    private var logins: [String: Login] = [:]
    private var general: Login?

    /// What a file says. Words that mean nothing are passed over, and so are macros; of several entries for one host
    /// the first counts.
    public init(parsing text: some StringProtocol) {
        var reader = NetrcReader(text)
        while let word = reader.next() {
            switch word {
            case "machine":
                guard let host = reader.next()?.lowercased() else { return }
                let login = reader.login()
                if logins[host] == nil { logins[host] = login }
            case "default":
                let login = reader.login()
                if general == nil { general = login }
            case "macdef": reader.skipMacro()
            default: break
            }
        }
    }

    /// What a host is told; nil when the file says nothing of it.
    public func login(for host: String) -> Login? { logins[host.lowercased()] ?? general }
}

extension Netrc: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The hosts, without what they are told.
    public var description: String {
        (logins.keys.sorted() + (general == nil ? [] : ["all others"])).joined(separator: ", ")
    }

    /// The description.
    public var debugDescription: String { description }

    /// The description alone, for a debugger or `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["hosts": description]) }
}

extension Netrc.Login: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name, without the password.
    public var description: String { user }

    /// The description.
    public var debugDescription: String { description }

    /// The description alone, for a debugger or `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["user": user]) }
}

/// The words of a file.
private struct NetrcReader {
    private var rest: Substring.UnicodeScalarView

    init(_ text: some StringProtocol) { rest = Substring(text).unicodeScalars }

    /// The next word; nil at the end.
    mutating func next() -> String? {
        while true {
            rest = rest.drop { $0.properties.isWhitespace }
            guard rest.first == "#" else { break }
            rest = rest.drop { $0 != "\n" }
        }
        guard let first = rest.first else { return nil }
        if first == "\"" { return quoted() }
        let word = rest.prefix { !$0.properties.isWhitespace }
        rest = rest[word.endIndex...]
        return String(word)
    }

    private mutating func quoted() -> String {
        var word = String.UnicodeScalarView()
        rest = rest.dropFirst()
        while let scalar = rest.popFirst(), scalar != "\"" {
            guard scalar == "\\", let escaped = rest.popFirst() else {
                word.append(scalar)
                continue
            }
            word.append(escaped == "n" ? "\n" : escaped == "r" ? "\r" : escaped == "t" ? "\t" : escaped)
        }
        return String(word)
    }

    /// What follows the name of a host.
    mutating func login() -> Netrc.Login {
        var login = Netrc.Login(user: "", password: "")
        while true {
            let before = rest
            switch next() {
            case "login": login.user = next() ?? ""
            case "password": login.password = next() ?? ""
            case "account": _ = next()
            case "macdef": skipMacro()
            default:
                rest = before
                return login
            }
        }
    }

    /// A macro goes to the next empty line.
    mutating func skipMacro() {
        var isEmpty = false
        rest = rest.drop { $0 != "\n" }.dropFirst()
        while let line = Optional(rest.prefix { $0 != "\n" }), !rest.isEmpty, !isEmpty {
            isEmpty = line.allSatisfy { $0.properties.isWhitespace }
            rest = rest[line.endIndex...].dropFirst()
        }
    }
}
