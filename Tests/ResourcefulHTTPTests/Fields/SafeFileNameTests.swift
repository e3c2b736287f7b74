import ResourcefulCore
import ResourcefulTesting
import Testing

struct SafeFileNameTests {
    static func safe(_ name: String) -> String? { ContentDisposition(fileName: name).safeFileName }

    /// What must hold for any name at all.
    static func expectSafe(_ name: String) {
        #expect(!name.isEmpty && name.utf8.count <= 255)
        #expect(
            !name.utf8.contains { $0 < 0x20 || $0 == 0x7F || "/\\<>:\"|?*".utf8.contains($0) },
            "\(name.debugDescription)")
        for edge in [".", " "] { #expect(!name.hasPrefix(edge) && !name.hasSuffix(edge), "\(name.debugDescription)") }
        for scalar in name.unicodeScalars {
            let isJoiner = scalar == "\u{200C}" || scalar == "\u{200D}"
            #expect(isJoiner || ![.format, .control].contains(scalar.properties.generalCategory))
        }
        #expect(safe(name).map { Array($0.utf8) } == Array(name.utf8), "twice is once: \(name.debugDescription)")
    }

    @Test func `only a harmless name is left`() {
        let cases: [(String, String?)] = [
            ("report.pdf", "report.pdf"), ("../../etc/passwd", "passwd"), ("C:\\Users\\me\\x.txt", "x.txt"),
            ("/absolute.txt", "absolute.txt"), ("..\\..\\x", "x"), (".bashrc", "bashrc"), ("...hidden..", "hidden"),
            ("a/..", nil), ("..", nil), (".", nil), ("folder/", nil), (" \t ", nil), ("\u{202E}", nil),
            ("a\u{0}b\r\n.txt", "ab.txt"), ("invoice\u{202E}fdp.exe", "invoicefdp.exe"),
            ("x\u{2066}y\u{200B}.txt", "xy.txt"),
            ("CON", "_CON"), ("con.txt", "_con.txt"), ("Com1 .log", "_Com1 .log"), ("LPT\u{B9}", "_LPT\u{B9}"),
            ("CONSOLE.txt", "CONSOLE.txt"), ("nul.tar.gz", "_nul.tar.gz"), ("COM10", "COM10"),
            ("a:b|c?.txt", "a_b_c_.txt"), ("x.txt:stream", "x.txt_stream"), ("trailing. . ", "trailing"),
            ("报告.pdf", "报告.pdf"), ("👩‍👩‍👧.png", "👩‍👩‍👧.png"), ("\u{A0}x\u{3000}", "x"),
        ]
        for (name, expected) in cases { #expect(Self.safe(name) == expected, "\(name)") }
    }

    @Test func `a long name is cut before its extension`() throws {
        let long = try #require(Self.safe(String(repeating: "ä", count: 300) + ".tar"))
        #expect(long.hasSuffix("ä.tar") && long.utf8.count == 254)
        let family = try #require(Self.safe(String(repeating: "👩‍👩‍👧", count: 40) + ".png"))
        #expect(family.hasSuffix("👩‍👩‍👧.png") && family.utf8.count <= 255)
        let accents = try #require(Self.safe("e" + String(repeating: "\u{301}", count: 1_000)))
        Self.expectSafe(accents)
        Self.expectSafe(try #require(Self.safe("x." + String(repeating: "y", count: 400))))
        Self.expectSafe(
            try #require(Self.safe(String(repeating: ". ", count: 400) + "x" + String(repeating: " .", count: 400))))
    }

    @Test func `whatever the server calls it, the name is safe`() {
        var random = SplitMix64(seed: 3)
        let pieces = [
            "/", "\\", "..", ".", "CON", "aux", "COM1", " ", "\u{202E}", ":", "\u{200D}", "\u{0}", "~", "\u{301}",
        ]
        for _ in 0..<Effort.rounds(4_000) {
            let count = Int.random(in: 0...8, using: &random)
            var name = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            name += random.arbitraryText(upTo: 6)
            if Bool.random(using: &random) {
                name = String(repeating: name, count: Int.random(in: 1...60, using: &random))
            }
            if let name = Self.safe(name) { Self.expectSafe(name) }
        }
    }
}
