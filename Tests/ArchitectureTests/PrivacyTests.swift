import Foundation
import Testing

/// What Apple's App Store is told about functions that it wants a reason for ("Describing use of required reason API").
struct PrivacyTests {
    /// The functions that we might use, and their category.
    private static let categories: [(category: String, pattern: String)] = [
        ("FileTimestamp", #"\b(stat|fstat|lstat|fstatat|getattrlist|creationDate|modificationDate)\("#),
        ("DiskSpace", #"\b(statfs|statvfs|fstatfs|fstatvfs|volumeAvailableCapacity\w*)\("#),
        ("SystemBootTime", #"\b(systemUptime|mach_absolute_time)\b"#), ("UserDefaults", #"\bUserDefaults\b"#),
        ("ActiveKeyboards", #"\bactiveInputModes\b"#),
    ]

    /// What a room uses.
    private static func used(in room: String) throws -> Set<String> {
        let texts = SourceFile.all(in: "Sources/\(room)").map { $0.code.joined(separator: "\n") }
        let used = try categories.filter { _, pattern in
            let expression = try Regex(pattern)
            // The words are looked for first, which is a hundred times as fast.
            let words = pattern.split { !$0.isLetter && $0 != "_" }.map(String.init).filter { $0.count > 3 }
            let candidates = texts.filter { text in words.contains { text.has($0) } }
            return try candidates.contains { try expression.firstMatch(in: $0) != nil }
        }
        return Set(used.map { "NSPrivacyAccessedAPICategory\($0.category)" })
    }

    /// The modules that use such functions.
    static let declaring = [
        "ResourcefulDiagnostics", "ResourcefulDisk", "ResourcefulDownloads", "ResourcefulLoading",
    ]

    @Test(arguments: declaring) func `each function that needs a reason has one, and no other is declared`(
        room: String
    ) throws {
        let file = SourceFile.root.appending(path: "Sources/\(room)/PrivacyInfo.xcprivacy")
        let content = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        let privacy = try #require(content as? [String: Any])
        let types = try #require(privacy["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
        let declared = types.compactMap { $0["NSPrivacyAccessedAPIType"] as? String }
        #expect(try Set(declared) == Self.used(in: room) && declared.count == types.count)
        #expect(!declared.isEmpty)
        for type in types { #expect((type["NSPrivacyAccessedAPITypeReasons"] as? [String])?.isEmpty == false) }
        #expect(privacy["NSPrivacyTracking"] as? Bool == false)
        #expect((privacy["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
    }

    @Test func `no other module that an app links uses such a function`() throws {
        for room in [
            "ResourcefulJSON", "ResourcefulHTTP", "ResourcefulCore", "ResourcefulIdentity", "ResourcefulOAuth",
            "ResourcefulOutbox", "ResourcefulPages", "ResourcefulProgress", "ResourcefulStreams",
            "ResourcefulURLSession", "Resourceful",
        ] {
            #expect(try Self.used(in: room).isEmpty, "\(room)")
        }
    }
}
