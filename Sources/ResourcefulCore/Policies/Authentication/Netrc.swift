/// Users and passwords by host, in the format that command-line tools share as `~/.netrc`.
///
///     let netrc = Netrc(parsing: try String(contentsOfFile: path, encoding: .utf8))
///     Webservice(policies: [.netrc(netrc)])
///
/// Printing or dumping it never shows a password. The format is that of GNU inetutils, with quoted words as in curl.
public struct Netrc: Hashable, Sendable {
    /// A user and a password.
    public struct Login: Hashable, Sendable {
        /// The user; empty if the file has none.
        public var user: String
        /// The password; empty if the file has none.
        public var password: String

        /// Creates a login.
        public init(user: String, password: String) { (self.user, self.password) = (user, password) }
    }

    private var logins: [String: Login] = [:]
    private var general: Login?

    /// Parses a file. It skips unknown words and macros. If a host has several entries, the first one counts.
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

    /// The login for a host, or the default one; nil if there is neither.
    public func login(for host: String) -> Login? { logins[host.lowercased()] ?? general }
}

extension Netrc: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The hosts, without their logins.
    public var description: String {
        (logins.keys.sorted() + (general == nil ? [] : ["default"])).joined(separator: ", ")
    }

    /// The description.
    public var debugDescription: String { description }

    /// The description alone, for a debugger or `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["hosts": description]) }
}

extension Netrc.Login: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The user, without the password.
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

    /// The login after the name of a host.
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

    /// Skips a macro, which ends at the next empty line.
    mutating func skipMacro() {
        var isEmpty = false
        rest = rest.drop { $0 != "\n" }.dropFirst()
        while let line = Optional(rest.prefix { $0 != "\n" }), !rest.isEmpty, !isEmpty {
            isEmpty = line.allSatisfy { $0.properties.isWhitespace }
            rest = rest[line.endIndex...].dropFirst()
        }
    }
}
