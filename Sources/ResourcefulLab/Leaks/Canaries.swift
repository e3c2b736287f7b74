/// Recognizable secrets for a test: one for each name, the same one in every run.
///
///     let secrets = Canaries()
///     let signIn = Resource<Void>(
///         url: login, method: .post, body: .form(["password": secrets["password"]])
///     ) { (_: Data) in }
///
/// Use them instead of real secrets, also for those that your server makes, such as tokens.
/// ``assertNoLeak(of:in:neverExposed:allowed:failing:atMost:limit:seed:running:)`` then searches for them. A copy knows
/// the same names.
public struct Canaries: Sendable, CustomStringConvertible {
    /// What a secret looks like.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Shape: Hashable, Sendable, CaseIterable {
        /// 28 lowercase letters and digits: nothing marks it as a secret.
        case word
        /// 24 characters, among them those that URLs, forms, JSON, HTML and shells escape.
        case password
        /// 40 hexadecimal digits.
        case hexadecimal
        /// 32 bytes in Base64 (RFC 4648, section 4), with `+`, `/` and `=`.
        case base64
        /// A JSON Web Token (RFC 7519). Its signature is the secret, because the rest may be public.
        case webToken
    }

    private let seed: UInt64
    /// The canaries that were asked for.
    private let given = Locked<[Canary]>([])

    /// Creates canaries.
    ///
    /// - Parameter seed: Another seed makes other secrets.
    public init(seed: UInt64 = 0) { self.seed = seed }

    /// The secret with a name. The same name and shape have the same secret.
    public subscript(name: String, shape: Shape = .word) -> String {
        let canary = Canary(name: name, shape: shape, seed: seed)
        given.withLock { if !$0.contains(canary) { $0.append(canary) } }
        return canary.text
    }

    /// The names that were asked for, in order.
    public var names: [String] {
        given.withLock { given in
            given.map(\.name).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }
    }

    /// The names, without the secrets.
    public var description: String { "canaries: \(names.joined(separator: ", "))" }

    /// The canaries that were asked for.
    var all: [Canary] { given.withLock { $0 } }
}

/// A secret of a test.
struct Canary: Hashable, Sendable {
    let name: String
    let text: String
    /// The bytes of it that are secret.
    let secret: [UInt8]

    init(name: String, shape: Canaries.Shape, seed: UInt64) {
        self.name = name
        // FNV-1a, the same in every process.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ seed
        for byte in "\(name)/\(shape)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01B3 }
        var numbers = SplitMix64(seed: hash)
        func characters(_ count: Int, of alphabet: String) -> String {
            let alphabet = Array(alphabet)
            return String((0..<count).map { _ in alphabet[Int(numbers.next() % UInt64(alphabet.count))] })
        }
        switch shape {
        case .word: text = characters(28, of: Self.letters + Self.digits)
        case .password:
            text = (0..<8).map { _ in
                characters(1, of: Self.letters) + characters(1, of: "+/=&%<>\"? ;#@") + characters(1, of: Self.letters)
            }.joined()
        case .hexadecimal: text = characters(40, of: "abcdef" + Self.digits)
        case .base64:
            let rest = characters(41, of: Self.letters + Self.letters.uppercased() + Self.digits)
            text = "\(rest.prefix(11))+\(rest.dropFirst(11).dropLast(10))/\(rest.suffix(10))I="
        case .webToken:
            let signature = characters(43, of: Self.letters + Self.letters.uppercased() + Self.digits + "-_")
            text = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhZGEifQ.\(signature)"
            secret = Array(signature.utf8)
            return
        }
        secret = Array(text.utf8)
    }

    private static let letters = "abcdefghijklmnopqrstuvwxyz"
    private static let digits = "0123456789"
}
