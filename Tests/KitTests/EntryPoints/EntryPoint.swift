import ResourcefulDiagnostics
import ResourcefulDownloads
import ResourcefulIdentity
import ResourcefulPages
import ResourcefulProgress
import ResourcefulStreams
import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a loop or a load has shown, line by line.
final class Shown: Sendable {
    private let lines = Locked<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }

    /// Adds a progress, whose time between the beginning and the end differs.
    func add(_ progress: TransferProgress) {
        let isEdge = progress == TransferProgress() || progress.isFinished
        if isEdge { add("\(progress.sent) sent, \(progress.received) received, \(progress.fraction ?? -1)") }
    }

    var all: [String] { lines.withLock { $0 } }
}

/// A function of a Webservice, and its counterpart in a dry run.
struct EntryPoint: Sendable, CustomStringConvertible {
    /// The name in the lists of public names.
    let description: String
    let live: @Sendable (Webservice, FileDownload.Destination, Shown) async throws -> Void
    let dry: @Sendable (inout DryRun, FileDownload.Destination, Shown) throws -> Void

    init(
        _ name: String, live: @escaping @Sendable (Webservice, FileDownload.Destination, Shown) async throws -> Void,
        dry: @escaping @Sendable (inout DryRun, FileDownload.Destination, Shown) throws -> Void
    ) {
        (description, self.live, self.dry) = (name, live, dry)
    }

    static let list = Resource<[Int]>(json: Request("list?page=1"))
    static let paged = Paged(list, next: .link)
    static let lines = StreamResource<String>(lines: Request("lines"))
    static let upload = Resource<Void>("upload", method: .post, body: .data(Data(count: 50_000)))
    static let file = FileDownload("file")
    static let cookies = CookieJar([Cookie("a", "1", domain: "example.org")])

    static let all = loads + loops + files + stores
}

// A load each.
extension EntryPoint {
    private static let loads = [
        EntryPoint("load(_:)") { webservice, _, shown in
            shown.add("\(try await webservice.load(list))")
        } dry: { run, _, shown in
            shown.add("\(try run.load(list))")
        },
        EntryPoint("load(_:)") { webservice, _, shown in
            shown.add("\(try await webservice.load(list.flatMap { _ in paged.pages() }))")
        } dry: { run, _, shown in
            shown.add("\(try run.load(list.flatMap { _ in paged.pages() }))")
        },
        EntryPoint("load(_:every:isolation:progress:)") { webservice, _, shown in
            shown.add("\(try await webservice.load(paged) { shown.add($0) })")
            try await webservice.load(upload, every: .seconds(1)) { shown.add($0) }
        } dry: { run, _, shown in
            shown.add("\(try run.load(paged) { shown.add($0) })")
            try run.load(upload, every: .seconds(1)) { shown.add($0) }
        },
        EntryPoint("explain(_:)") { webservice, _, shown in
            shown.add("\(try await webservice.explain(list).requests.map(\.url))")
        } dry: { run, _, shown in
            shown.add("\(try run.explain(list).requests.map(\.url))")
        },
    ]

    private static let loops = [
        EntryPoint("updates(of:)") { webservice, _, shown in
            for try await update in webservice.updates(of: paged) {
                shown.add("\(update.value), \(update.status.source)")
            }
        } dry: { run, _, shown in
            try run.updates(of: paged) { shown.add("\($0.value), \($0.status.source)") }
        },
        EntryPoint("pages(of:prefetching:)") { webservice, _, shown in
            for try await page in webservice.pages(of: paged) { shown.add("\(page): \(page.items)") }
        } dry: { run, _, shown in
            try run.pages(of: paged) { shown.add("\($0): \($0.items)") }
        },
        EntryPoint("items(of:prefetching:)") { webservice, _, shown in
            for try await item in webservice.items(of: paged, prefetching: true) { shown.add("\(item)") }
        } dry: { run, _, shown in
            try run.items(of: paged) { shown.add("\($0)") }
        },
        EntryPoint("stream(of:)") { webservice, _, shown in
            for try await line in webservice.stream(of: lines) { shown.add(line) }
        } dry: { run, _, shown in
            try run.stream(of: lines) { shown.add($0) }
        },
        EntryPoint("stream(of:every:progress:)") { webservice, _, shown in
            let counted = Shown()
            defer { counted.all.forEach(shown.add) }
            for try await line in webservice.stream(of: lines, progress: { counted.add($0) }) { shown.add(line) }
        } dry: { run, _, shown in
            let counted = Shown()
            defer { counted.all.forEach(shown.add) }
            try run.stream(of: lines, progress: { counted.add($0) }) { shown.add($0) }
        },
        EntryPoint("progress(of:every:)") { webservice, _, shown in
            for try await step in webservice.progress(of: upload, every: .seconds(1)) {
                if case .progress(let progress) = step { shown.add(progress) } else { shown.add("done") }
            }
        } dry: { run, _, shown in
            try run.progress(of: upload, every: .seconds(1)) { step in
                if case .progress(let progress) = step { shown.add(progress) } else { shown.add("done") }
            }
        },
    ]
}

// What is kept.
extension EntryPoint {
    private static let files = [
        EntryPoint("download(_:to:)") { webservice, place, shown in
            shown.add("\(try await webservice.download(file, to: place).size)")
        } dry: { run, place, shown in
            shown.add("\(try run.download(file, to: place).size)")
        },
        EntryPoint("download(_:to:every:isolation:progress:)") { webservice, place, shown in
            shown.add("\(try await webservice.download(file, to: place) { shown.add($0) }.resumedFrom)")
        } dry: { run, place, shown in
            shown.add("\(try run.download(file, to: place) { shown.add($0) }.resumedFrom)")
        },
        EntryPoint("progress(of:to:every:)") { webservice, place, shown in
            for try await step in webservice.progress(of: file, to: place) {
                if case .progress(let progress) = step { shown.add(progress) } else { shown.add("done") }
            }
        } dry: { run, place, shown in
            try run.progress(of: file, to: place) { step in
                if case .progress(let progress) = step { shown.add(progress) } else { shown.add("done") }
            }
        },
    ]

    private static let stores = [
        EntryPoint("removeCached(_:)") { webservice, _, shown in
            await webservice.removeCached(.all)
            shown.add("\(try await webservice.load(list.onlyIfCached()))")
        } dry: { run, _, shown in
            try run.load(Plan.removeCached(.all))
            shown.add("\(try run.load(list.onlyIfCached()))")
        },
        EntryPoint("removeCached(_:)") { webservice, _, shown in
            await webservice.removeCached(list)
            shown.add("\(try await webservice.load(list.onlyIfCached()))")
        } dry: { run, _, shown in
            try run.load(Plan.removeCached(.url(URL(string: "https://example.org/api/list?page=1")!)))
            shown.add("\(try run.load(list.onlyIfCached()))")
        },
        EntryPoint("addCookies(_:publicSuffixes:)") { webservice, _, shown in
            await webservice.addCookies(cookies)
            shown.add("\(try await webservice.load(Plan<CookieJar>.cookies).cookies.map(\.name))")
        } dry: { run, _, shown in
            try run.load(Plan.addCookies(cookies))
            shown.add("\(try run.load(Plan<CookieJar>.cookies).cookies.map(\.name))")
        },
        EntryPoint("cookies()") { webservice, _, shown in
            await webservice.addCookies(cookies)
            shown.add("\(await webservice.cookies().cookies.map(\.value))")
        } dry: { run, _, shown in
            try run.load(Plan.addCookies(cookies))
            shown.add("\(try run.load(Plan<CookieJar>.cookies).cookies.map(\.value))")
        },
        EntryPoint("cookies(for:publicSuffixes:)") { webservice, _, shown in
            let url = URL(string: "https://other.example/")!
            shown.add("\(await webservice.cookies(for: url).count)")
        } dry: { run, _, shown in
            let url = URL(string: "https://other.example/")!
            shown.add("\(try run.load(Plan<[Cookie]>.cookies(for: url)).count)")
        },
        EntryPoint("removeCookies(where:)") { webservice, _, shown in
            await webservice.addCookies(cookies)
            await webservice.removeCookies()
            shown.add("\(await webservice.cookies().cookies.count)")
        } dry: { run, _, shown in
            try run.load(Plan.addCookies(cookies))
            try run.load(Plan.removeCookies())
            shown.add("\(try run.load(Plan<CookieJar>.cookies).cookies.count)")
        },
    ]
}
