import ResourcefulHTTP
import TestSupport
import Testing

@testable import ResourcefulLab

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The search for canaries in texts.
@Suite(.permit, .blocking) struct CanarySearchTests {
    private static let secrets = Canaries()
    private static let filler = Array("The quick brown fox: ".utf8)

    /// The usual encodings of bytes.
    private static let encodings: [(name: String, encode: @Sendable ([UInt8]) -> [UInt8])] = [
        ("itself", { $0 }),
        ("upper case", { $0.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 } }),
        ("percent", { Array($0.map { "%\(hexadecimal($0, "%02X"))" }.joined().utf8) }),
        ("percent in lower case", { Array($0.map { "%\(hexadecimal($0, "%02x"))" }.joined().utf8) }),
        (
            "a form",
            {
                Array(
                    String(decoding: Body.form([("", String(decoding: $0, as: UTF8.self))]).data!, as: UTF8.self).utf8)
            }
        ),
        ("hexadecimal", { Array($0.map { hexadecimal($0, "%02x") }.joined().utf8) }),
        ("Base64", { Array(Data($0).base64EncodedString().utf8) }),
        (
            "base64url",
            {
                Array(
                    Data($0).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                        .replacing("=", with: "").utf8)
            }
        ),
        ("JSON", { Array(String(JSON(String(decoding: $0, as: UTF8.self))).utf8) }),
        ("a debug description", { Array(String(decoding: $0, as: UTF8.self).debugDescription.utf8) }),
        ("escaped", { Array($0.map { "\\u\(hexadecimal($0, "%04x"))" }.joined().utf8) }),
        (
            "HTML",
            {
                Array(
                    String(decoding: $0, as: UTF8.self).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
                        .replacing(">", with: "&gt;").replacing("\"", with: "&quot;").replacing("=", with: "&#x3D;")
                        .utf8)
            }
        ),
        ("UTF-16", { $0.flatMap { [$0, 0] } }), ("UTF-16, big endian", { $0.flatMap { [0, $0] } }),
        ("UTF-32", { $0.flatMap { [$0, 0, 0, 0] } }),
        ("a list of numbers", { Array("\($0)".utf8) }),
        ("gzip", { Array(Gzip.compressed(Data($0))) }),
        ("zlib", { [0x78, 0x9C] + deflated($0) + [0, 0, 0, 0] }), ("DEFLATE", deflated),
        ("groups", { Array($0.map { hexadecimal($0, "%02x") }.joined(separator: ":").utf8) }),
        ("an array of bytes", { Array("[\($0.map { "0x\(hexadecimal($0, "%02x"))" }.joined(separator: ", "))]".utf8) }),
    ]

    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        Array(Gzip.compressed(Data(bytes)).dropFirst(10).dropLast(8))
    }

    private static func hexadecimal(_ byte: UInt8, _ format: String) -> String {
        let digits = String(byte, radix: 16)
        let width = format.contains("4") ? 4 : 2
        let text = String(repeating: "0", count: width - digits.count) + digits
        return format.hasSuffix("X") ? text.uppercased() : text
    }

    private func isFound(_ bytes: [UInt8], _ name: String) -> Bool {
        CanarySearch(Self.secrets.all.filter { $0.name == name }).findings(in: bytes).map(\.canary) == [name]
    }

    @Test(arguments: Canaries.Shape.allCases) func `a canary is found in every encoding, and in one in another`(
        shape: Canaries.Shape
    ) throws {
        let secret = Array(Self.secrets["\(shape)", shape].utf8)
        for (outer, encode) in Self.encodings {
            for before in Effort.size(reduced: [0, 3], usual: Array(0..<5), full: Array(0..<5)) {
                let inside = outer == "itself" || outer == "upper case" ? secret : Self.filler.prefix(before) + secret
                let text = outer == "DEFLATE" ? encode(inside) : Self.filler + encode(inside) + Self.filler
                guard outer != "upper case" || shape != .base64 else { continue }
                #expect(isFound(text, "\(shape)"), "\(shape) in \(outer), \(before) bytes before it")
            }
            for (number, (inner, encodeInside)) in Self.encodings.enumerated()
            where outer != "upper case" && inner != "upper case" {
                // Each pair with some of the shapes.
                guard (number + outer.count + "\(shape)".count) % Effort.size(reduced: 3, usual: 1, full: 1) == 0 else {
                    continue
                }
                // What isn't text isn't written in a text.
                let isBinary = ["gzip", "zlib", "DEFLATE", "UTF-16", "UTF-16, big endian", "UTF-32"].contains(inner)
                let outers = ["itself", "percent", "gzip", "zlib", "DEFLATE"]
                // Without a header, it can't be told from other bytes.
                let more = inner == "DEFLATE" ? [] : ["Base64", "base64url", "hexadecimal", "groups"]
                guard !isBinary || (outers + more).contains(outer) else { continue }
                #expect(isFound(encode(encodeInside(secret)), "\(shape)"), "\(shape) in \(inner) in \(outer)")
            }
        }
    }

    @Test func `a bomb in a body neither fills memory nor hides what stands beside it`() {
        // A gigabyte in 64 parts of a megabyte each, in two layers.
        let zeros = Array(Gzip.compressed(Data(count: 1 << 24)))
        let bomb = Array(repeatElement(zeros, count: 64).joined())
        #expect(Inflater.contents(of: bomb).reduce(0) { $0 + $1.count } < Inflater.limit + 1_000)
        let secret = Array(Self.secrets["beside"].utf8)
        #expect(isFound(bomb + secret, "beside"))
    }

    @Test func `a secret is found before an escape that ends too early`() {
        let secret = Self.secrets["cut"]
        for end in ["\\", "\\u", "\\u{", "\\u{41", "\\x", "\\x4", "%", "%4", "&", "&#", "&#x", "="] {
            #expect(isFound(Array((secret + end).utf8), "cut"), "\(end)")
            #expect(!isFound(Array(end.utf8), "cut"), "\(end)")
        }
    }

    @Test func `eight bytes of a canary count, seven don't`() {
        let secret = Array(Self.secrets["part"].utf8)
        for start in 0...secret.count - 8 {
            let part = Array(secret[start..<start + 8])
            #expect(isFound(Self.filler + part, "part"))
            #expect(isFound(Array(Data(part).base64EncodedString().utf8), "part"))
            #expect(!isFound(Self.filler + part.dropLast() + Self.filler, "part"))
        }
        let search = CanarySearch(Self.secrets.all.filter { $0.name == "part" })
        #expect(search.findings(in: Self.filler + secret.prefix(20)).map(\.count) == [20])
    }

    @Test func `names make different secrets, the same ones each time, and no text has one by chance`() {
        let names = (0..<40).map { "secret \($0)" }
        let secrets = Canaries()
        for shape in Canaries.Shape.allCases {
            #expect(Set(names.map { secrets[$0, shape] }).count == names.count)
            #expect(names.allSatisfy { secrets[$0, shape] == Canaries()[$0, shape] })
            #expect(names.allSatisfy { secrets[$0, shape] != Canaries(seed: 1)[$0, shape] })
        }
        #expect(secrets.names == names)
        let copy = secrets
        _ = copy["another"]
        #expect(secrets.names.last == "another" && "\(secrets)".hasPrefix("canaries: secret 0, "))
        let search = CanarySearch(secrets.all)
        var numbers = SplitMix64(seed: 7)
        for _ in 0..<Effort.rounds(200) {
            let bytes = (0..<2_000).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
            #expect(search.findings(in: bytes).isEmpty)
            #expect(search.findings(in: Array(Data(bytes).base64EncodedString().utf8)).isEmpty)
        }
    }

    @Test func `no rule of redaction knows a word by its looks`() {
        for shape in [Canaries.Shape.word, .password, .hexadecimal] {
            let secret = Self.secrets["looks", shape]
            let shown = Redaction.standard.redacted(content: Data("seen: \(secret)".utf8), of: nil)
            #expect(isFound(Array(shown), "looks"))
        }
    }

    /// What a compressor makes is decompressed again, and damaged data ends without a crash.
    @Test func `gzip is read, whole, cut or damaged`() {
        var numbers = SplitMix64(seed: 3)
        for round in 0..<Effort.rounds(300) {
            let words = (0..<1 + round * 7).map { _ in "word\(numbers.next() % 40) " }.joined()
            let content = Array(words.utf8)
            var packed = Array(Gzip.compressed(Data(content)))
            #expect(Inflater.contents(of: packed).first == content)
            let cut = Inflater.contents(of: Array(packed.prefix(packed.count / 2 + 10))).first
            #expect(content.starts(with: cut ?? []))
            for _ in 0..<8 {
                packed[Int(numbers.next() % UInt64(packed.count - 4)) + 4] ^= UInt8(1 << (numbers.next() % 8))
            }
            _ = Inflater.contents(of: packed)
        }
        #expect(Inflater.contents(of: Array("no gzip at all, but long enough".utf8)).isEmpty)
        // A stored block, and one with dynamic codes, as gzip -9 writes it.
        let stored: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 3, 0, 0xFC, 0xFF, 0x61, 0x62, 0x63, 0, 0, 0, 0]
        #expect(Inflater.contents(of: stored).first == Array("abc".utf8))
    }
}
