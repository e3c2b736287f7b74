/// Users and passwords by host, in the format that command-line tools share as `~/.netrc`.
///
///     let netrc = Netrc(parsing: text)  // the content of ~/.netrc
///     let webservice = Webservice(baseURL: api, policies: [.netrc(netrc)])
///
/// Printing or dumping it never shows a password. It reads what curl reads, except that an entry for a host always
/// takes precedence over `default`. Ports are ignored.
public struct Netrc: Hashable, Sendable {
    /// A user and a password.
    ///
    ///     let netrc = Netrc(parsing: "machine api.example.org login ada password hush")
    ///     print(netrc.login(for: "api.example.org")?.user ?? "nobody")  // ada
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

    /// Parses a file. It skips unknown words, macros, and lines that begin with `#`. If a host has several entries, the
    /// first one counts. An entry with a quote that isn't closed is left out.
    public init(parsing text: some StringProtocol) {
        var reader = NetrcReader(text)
        while let word = reader.next()?.lowercased() {
            switch word {
            case "machine":
                guard let host = reader.next()?.lowercased(), let login = reader.login() else { return }
                if logins[host] == nil { logins[host] = login }
            case "default":
                guard let login = reader.login() else { return }
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
    private var isAtLineStart = true
    /// Whether a quote isn't closed. Then everything after it is read.
    private var isBroken = false

    init(_ text: some StringProtocol) { rest = Substring(text).unicodeScalars }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || ("\t"..."\r").contains(scalar) }

    /// The next word; nil at the end.
    mutating func next() -> String? {
        while let first = rest.first {
            if Self.isSpace(first) {
                isAtLineStart = isAtLineStart || first == "\n"
                rest.removeFirst()
            } else if first == "#", isAtLineStart {
                rest = rest.drop { $0 != "\n" }
            } else {
                break
            }
        }
        guard let first = rest.first else { return nil }
        isAtLineStart = false
        if first == "\"" { return quoted() }
        let word = rest.prefix { !Self.isSpace($0) }
        rest = rest[word.endIndex...]
        return String(word)
    }

    private mutating func quoted() -> String? {
        var word = String.UnicodeScalarView()
        rest = rest.dropFirst()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"": return String(word)
            case "\\":
                guard let escaped = rest.popFirst() else { break }
                word.append(escaped == "n" ? "\n" : escaped == "r" ? "\r" : escaped == "t" ? "\t" : escaped)
            default: word.append(scalar)
            }
        }
        isBroken = true
        return nil
    }

    /// The login after the name of a host; nil if a quote isn't closed.
    mutating func login() -> Netrc.Login? {
        var login = Netrc.Login(user: "", password: "")
        while true {
            let before = self
            switch next()?.lowercased() {
            case "login": login.user = next() ?? ""
            case "password": login.password = next() ?? ""
            case "account": _ = next()
            case "macdef": skipMacro()
            case "machine", "default":
                self = before
                return login
            case nil: return isBroken ? nil : login
            default: break
            }
        }
    }

    /// Skips a macro, which ends at the next empty line.
    mutating func skipMacro() {
        var isEmpty = false
        rest = rest.drop { $0 != "\n" }.dropFirst()
        while !rest.isEmpty, !isEmpty {
            let line = rest.prefix { $0 != "\n" }
            isEmpty = line.allSatisfy(Self.isSpace)
            rest = rest[line.endIndex...].dropFirst()
        }
        isAtLineStart = true
    }
}
