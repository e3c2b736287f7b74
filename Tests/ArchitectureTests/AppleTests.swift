import Foundation
import Testing

/// What only Apple's compilers see: it can be compiled here, and not run. So there is little of it, and each piece has
/// its reason in the architecture.
struct AppleTests {
    /// How many lines of each file are for Apple's platforms alone.
    static let lines: [String: Int] = {
        let files = SourceFile.all(in: "Sources") + SourceFile.all(in: "Sources", ending: ".c")
        let counts = files.map { (String($0.path.dropFirst("Sources/".count)), count(in: $0.lines)) }
        return Dictionary(uniqueKeysWithValues: counts).filter { $0.value > 0 }
    }()

    /// How many lines stand under a condition that holds on Apple's platforms alone.
    static func count(in lines: [some StringProtocol]) -> Int {
        var conditions: [(isForApple: Bool, isElse: Bool)] = []
        var count = 0
        for line in lines {
            let text = line.trimmingCharacters(in: .whitespaces)
            let isForApple = ["canImport(Darwin)", "os(macOS)", "__APPLE__", "ifndef SOCK_CLOEXEC"]
                .contains(where: text.contains)
            let isForOthers = text.contains("!canImport(Darwin)") || text.contains("ifdef __linux__")
            if text.hasPrefix("#if") {
                conditions.append((isForApple && !isForOthers, isForOthers))
            } else if text.hasPrefix("#elseif"), !conditions.isEmpty {
                conditions[conditions.count - 1].isForApple = isForApple && !isForOthers
            } else if text.hasPrefix("#else"), !conditions.isEmpty {
                conditions[conditions.count - 1].isForApple = conditions[conditions.count - 1].isElse
            } else if text.hasPrefix("#endif") {
                _ = conditions.popLast()
            } else if conditions.contains(where: \.isForApple), !text.isEmpty {
                count += 1
            }
        }
        return count
    }

    @Test func `lines for Apple are counted by their conditions`() {
        let text = """
            one
            #if canImport(Darwin)
                two
                #if os(macOS)
                    three
                #endif
            #elseif canImport(Glibc)
                four
            #else
                five
            #endif
            #if !canImport(Darwin)
                six
            #else
                seven
            #endif
            """
        #expect(Self.count(in: text.split(separator: "\n")) == 3)
    }

    @Test func `the architecture has each file with its lines and a reason, and they are no more than it says`() throws
    {
        let text = try #require(SourceFile.all(in: "Docs", ending: "Architecture.md").first).text
        let rows = text.split(separator: "\n").map { $0.split(separator: "|").map { $0.trimmingCharacters(in: [" "]) } }
        var said: [String: Int] = [:]
        for row in rows where row.count == 3 {
            if let count = Int(row[1]), row[0].hasPrefix("`") {
                said[row[0].trimmingCharacters(in: ["`"])] = count
                #expect(row[2].count > 10, "\(row[0]) has no reason")
            }
        }
        for (file, count) in Self.lines.sorted(by: { $0.key < $1.key }) {
            #expect(said[file] == count, "\(file): \(count) lines")
        }
        #expect(Set(said.keys) == Set(Self.lines.keys))
    }
}
