import Foundation
import Resourceful
import ResourcefulLab
import Testing

// The snippets of "Server changes", word for word, compiled and run.
private struct Episode: Decodable, Sendable {
    enum Format: String, Decodable { case audio, video }

    struct Person: Decodable {
        let name: String
        let site: URL?
    }

    let id: Int
    let title: String
    let length: Int?
    let format: Format
    let host: Person

    static let all = Resource<[Episode]>(json: "podcast.json")
}

/// The same type after a change that begins to read the guests.
private struct NewEpisode: Decodable, Sendable {
    let id: Int
    let title: String
    let length: Int?
    let format: Episode.Format
    let host: Episode.Person
    let guests: [Episode.Person]

    static let all = Resource<[NewEpisode]>(json: "podcast.json")
}

@Suite(.permit) struct SensitivitySnippetTests {
    @Test func `the report tells what is needed, and a review sees what is newly needed`() throws {
        let report = try Episode.all.sensitivity(to: Fixture("podcast.json"))
        try assertSnapshot(of: report, named: "podcast")

        #expect(report["[].title"]?.need == .needed)
        #expect(report["[].format"]?[.anotherText]?.failure?.kind == .mismatch)
        #expect(report.members(.optional).map { "\($0.path)" } == ["[]", "[].length", "[].host.site"])

        let error = #expect(throws: SnapshotMismatch.self) {
            try assertSnapshot(of: NewEpisode.all.sensitivity(to: Fixture("podcast.json")), named: "podcast")
        }
        let review = error?.changes.filter { !$0.hasPrefix("  ") } ?? []
        #expect(
            review == [
                "- [].guests         not read, a list",
                "+ [].guests         needed, a list                    → missing, null, another type: fails",
                "+ [].guests[]       optional, an object               → null, another type, empty object: fails",
                "+ [].guests[].name  needed, text                      → missing, null, another type: fails",
            ])
    }

    @Test func `the answer of another day shows what the server has changed`() throws {
        let breaks = try Episode.all.breaks(from: Fixture("podcast.json"), to: Recording("today.har"))
        #expect(
            breaks.map(\.description) == [
                "[].title: needed, but null in 1 of 2 places; can't be read",
                "[].length: optional, but text instead of a number in 1 of 2 places; can't be read",
                "[].host.site: optional, but missing; reads another value",
            ])
    }

    @Test func `the same answer breaks nothing`() throws {
        let answer = try Fixture("podcast.json").data
        let breaks = try Episode.all.breaks(from: Fixture("podcast.json"), to: answer)
        #expect(breaks.isEmpty, "\(breaks)")
    }
}
