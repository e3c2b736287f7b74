import Testing

/// What each module weighs. Every line is paid for by everybody who builds it: adding more than two percent changes a
/// budget here.
struct BudgetTests {
    /// The lines of each module, and the names in Docs/API.
    static let budgets: [String: (lines: Int, names: Int)] = [
        "ResourcefulJSON": (6_736, 158), "ResourcefulHTTP": (8_185, 419), "ResourcefulCore": (9_525, 433),
        "ResourcefulLoading": (3_784, 105), "ResourcefulNetwork": (517, 49), "ResourcefulCurl": (3_283, 22),
        "Resourceful": (69, 7), "ResourcefulConnectivity": (270, 12),
        "ResourcefulDiagnostics": (2_996, 134), "ResourcefulDisk": (2_125, 31),
        "ResourcefulDownloads": (1_577, 51), "ResourcefulFormats": (2_245, 117), "ResourcefulIdentity": (2_955, 124),
        "ResourcefulOAuth": (695, 77), "ResourcefulOutbox": (1_970, 76), "ResourcefulPages": (1_268, 88),
        "ResourcefulProgress": (675, 23),
        "ResourcefulResilience": (740, 16), "ResourcefulStreams": (2_006, 72), "ResourcefulUploads": (715, 50),
        "ResourcefulTesting": (8_060, 247),
        "ResourcefulLab": (5_093, 227),
    ]

    /// What a program compiles that imports `Resourceful` on Linux.
    static let core = [
        "ResourcefulJSON", "ResourcefulHTTP", "ResourcefulCore", "ResourcefulLoading", "ResourcefulNetwork",
        "ResourcefulCurl", "Resourceful",
    ]

    private static func lines(of module: String) -> Int {
        SourceFile.all(in: "Sources/\(module)").reduce(0) { $0 + $1.lines.count - 1 }
    }

    private static func names(of module: String) throws -> Int {
        let list = SourceFile.all(in: "Docs/API", ending: "\(module).txt").first { $0.path == "Docs/API/\(module).txt" }
        return try #require(list).lines.count - 1
    }

    /// Whether a count is at most two percent over a budget.
    private static func fits(_ count: Int, _ budget: Int) -> Bool { count * 100 <= budget * 102 }

    @Test(arguments: budgets.keys.sorted()) func `a module grows by two percent at most, unless its budget does`(
        module: String
    ) throws {
        let budget = try #require(Self.budgets[module])
        let (lines, names) = (Self.lines(of: module), try Self.names(of: module))
        #expect(lines > 50 && Self.fits(lines, budget.lines), "\(lines) lines")
        #expect(names > 0 && Self.fits(names, max(budget.names, 50)), "\(names) public names")
    }

    @Test func `what everybody imports is within its budget`() throws {
        let lines = Self.core.reduce(0) { $0 + Self.lines(of: $1) }
        #expect(Self.fits(lines, 32_000), "\(lines) lines")
        let shown = Self.core.filter { !["ResourcefulCurl", "ResourcefulNetwork"].contains($0) }
        let names = try shown.reduce(0) { try $0 + Self.names(of: $1) }
        #expect(Self.fits(names, 1_115), "\(names) public names")
    }

    @Test func `files of a few lines don't become more`() {
        let short = SourceFile.all(in: "Sources").filter {
            $0.lines.count - 1 < 25 && !$0.path.hasSuffix("/Exports.swift")
        }
        #expect(short.count <= 30, "\(short.count) files")
    }

    @Test func `what weighs too much is found`() {
        #expect(Self.fits(102, 100) && !Self.fits(103, 100))
    }
}
