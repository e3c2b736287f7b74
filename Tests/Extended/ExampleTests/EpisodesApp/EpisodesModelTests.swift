import Foundation
import Observation
import Resourceful
import ResourcefulTesting
import Testing

@testable import episodesapp

/// The model of the SwiftUI sample, tested without a view.
@MainActor
@Suite(.permit) struct EpisodesModelTests {
    /// A response of the directory, with a member that the model doesn't read.
    nonisolated private static func list(_ titles: String...) -> StubAnswer {
        let results = titles.enumerated().map { index, title in
            #"{"trackId": \#(index), "trackName": "\#(title)", "collectionName": "Weekly", "kind": "podcast-episode"}"#
        }
        let body = #"{"resultCount": \#(titles.count), "results": [\#(results.joined(separator: ","))]}"#
        return .data(Data(body.utf8), mediaType: "text/javascript; charset=utf-8")
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    private func model(_ answers: StubAnswer, _ more: StubAnswer) -> EpisodesModel {
        let server: StubServer = [Stub("search").answers(answers, more)]
        return EpisodesModel(
            Webservice(baseURL: URL(string: "https://itunes.example.org/"), transport: StubTransport(server)))
    }

    @Test func `a search is one request, and its results are read`() throws {
        var run = DryRun(
            baseURL: URL(string: "https://itunes.example.org/"), [Stub("search").answers(Self.list("Plans", "Laws"))])
        #expect(try run.load(Episode.search("a&b")).map(\.title) == ["Plans", "Laws"])
        #expect(
            run.requests.first?.url.absoluteString
                == "https://itunes.example.org/search?term=a%26b&media=podcast&entity=podcastEpisode&limit=50")
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Test func `it shows a list, and after a refresh the new one`() async {
        let model = model(Self.list("Plans"), Self.list("Plans", "Laws"))
        #expect(model.episodes.isEmpty && !model.isLoading)
        await model.appear()
        #expect(model.episodes == [Episode(id: 0, title: "Plans", podcast: "Weekly")])
        await model.refresh()
        #expect(model.episodes.map(\.title) == ["Plans", "Laws"])
        #expect(!model.isLoading && model.fraction == nil && model.failure == nil)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Test func `the stored list is shown again without a request`() async {
        let model = model(Self.list("Plans"), .status(500))
        await model.appear()
        await model.appear()
        #expect(model.episodes.map(\.title) == ["Plans"] && model.failure == nil)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Test func `a failure is a sentence for people, and the list stays`() async {
        let model = model(Self.list("Plans"), .status(500))
        await model.appear()
        await model.refresh()
        #expect(model.episodes.map(\.title) == ["Plans"])
        #expect(model.failure == "The server has a problem. Please try again later.")
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Test func `leaving the view shows no failure`() async {
        let server: StubServer = [Stub("search").answers(Self.list("Plans").after(.seconds(30)))]
        let model = EpisodesModel(
            Webservice(
                baseURL: URL(string: "https://itunes.example.org/"), transport: StubTransport(server, sleeping: true)))
        let task = Task { await model.appear() }
        while !model.isLoading { await Task.yield() }
        task.cancel()
        await task.value
        #expect(model.failure == nil && model.episodes.isEmpty && !model.isLoading)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Test func `a view that has read the list is notified when it changes`() async {
        let model = model(Self.list("Plans"), .status(500))
        await confirmation { changed in
            withObservationTracking {
                _ = model.episodes
            } onChange: {
                changed()
            }
            await model.appear()
        }
    }
}
