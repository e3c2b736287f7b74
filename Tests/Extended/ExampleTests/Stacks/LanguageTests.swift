import ExampleSupport
import Resourceful
import ResourcefulTesting
import Testing

@testable import posts

/// The language in which a program speaks.
@Suite(.permit) struct LanguageTests {
    @Test(arguments: [
        ([:], Language.english), (["LANG": "zh_CN.UTF-8"], .chinese), (["LANG": "zh"], .chinese),
        (["LANG": "zh-Hans"], .chinese), (["LANG": "ZH_TW"], .chinese), (["LANG": "C"], .english),
        (["LANG": "zhx_CN"], .english), (["LANG": "de_DE", "LC_MESSAGES": "zh_CN"], .chinese),
        (["LC_ALL": "en_US", "LC_MESSAGES": "zh_CN", "LANG": "zh_CN"], .english),
        (["LC_ALL": "", "LC_MESSAGES": "", "LANG": "zh_CN"], .chinese), (["LC_ALL": "zh_CN", "LANG": "C"], .chinese),
        (["LC_CTYPE": "zh_CN.UTF-8", "LANGUAGE": "zh"], .english),
    ])
    func `it is that of the locale, as POSIX says`(environment: [String: String], language: Language) {
        #expect(Language(environment: environment) == language)
        #expect(Language([:], environment: environment) == language)
        #expect(Language(["--chinese": ""], environment: environment) == .chinese)
    }

    @Test func `an option without a word takes none, and is in the help`() throws {
        let program = ExampleProgram("a", "b", options: [.init("--to", "FOLDER", "c"), .chinese])
        #expect(try program.words(in: ["--chinese", "--to", "x"]) == ["--chinese": "", "--to": "x"])
        #expect(try program.words(in: ["--to", "--chinese"]) == ["--to": "--chinese"])
        #expect(program.help.text(on: .plain).hasPrefix("usage: a [--to FOLDER] [--chinese] [--help]"))
        #expect(throws: UsageError.self) { try program.words(in: ["--chinese", "x"]) }
    }

    @Test func `each failure has a message in both languages`() throws {
        var messages: [Set<String>] = [[], []]
        for id in [403, 404, 500, 10, 11, 12, 13, 14, 15, 16, 17] {
            var run = DryRun(
                baseURL: PostsEnvironment.development.baseURL, policies: [.inside(.posts)], PostsServer.stubs)
            let error = try #require(throws: (any Error).self) { try run.load(Post.one(id)) }
            messages[0].insert(ErrorMessages.posts(error))
            messages[1].insert(ErrorMessages.postsInEnglish(error))
        }
        #expect(messages.map(\.count) == [11, 11], "\(messages)")
    }
}
