import Foundation
import Resourceful
import ResourcefulDownloads
import ResourcefulStreams
import ResourcefulTesting

extension Round {
    /// A download that is lost, canceled and goes on, until the file is whole.
    func resumedDownload(_ dice: inout Dice) async {
        let body = dice.bytes(dice.number(in: 1_000...200_000))
        let changed = dice.chance(15) ? dice.bytes(dice.number(in: 1_000...100_000)) : nil
        let changesAt = dice.number(in: 2...4)
        let faults: [LoopbackServer.Fault] = (0..<dice.number(in: 1...4)).map { _ in
            let part = dice.number(in: 0...body.count)
            return dice.pick([.reset(after: part), .cutShort(after: part), .closeBeforeAnswer])
        }
        servers.main.answer(number) { [secrets] request, count in
            let version = changed != nil && count >= changesAt ? 2 : 1
            let response = Response(
                headerFields: ["ETag": "\"v\(version)\"", "X-Echo": secrets.key],
                body: version == 2 ? changed ?? body : body)
            let ranged = response.ranged(for: request)
            return count <= faults.count ? .faulty(ranged, faults[count - 1]) : .response(ranged)
        }
        let folder = world.folder.appending(path: "download-\(number)")
        let place = folder.appending(path: "file")
        defer { try? FileManager.default.removeItem(at: folder) }
        var download = FileDownload(request())
        download.resumptions = dice.number(in: 0...3)
        download.waits = .constant(.milliseconds(2))
        let webservice = webservice()
        // Again and again, until the faults are over.
        for attempt in 1...10 {
            let delay = attempt < 4 && dice.chance(40) ? dice.milliseconds(0...30) : nil
            await run(
                "a download that goes on", [.value, .transport(.connectionLost)], within: Fault.long,
                canceledAfter: delay
            ) { [download] in
                let file = try await webservice.download(download, to: .file(place))
                let data = try Data(contentsOf: file.url)
                guard data == body || data == changed else {
                    throw Wrong(description: "the file of \(data.count) bytes is no version of what was sent")
                }
            }
            // What stands beside the file says whose bytes they are, without a secret.
            world.writings.look(atNamesIn: folder) { $0 != "file" && !$0.hasSuffix(".part") }
            if FileManager.default.fileExists(atPath: place.path) { break }
        }
        guard FileManager.default.fileExists(atPath: place.path) else { return fail("no file after ten downloads") }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        if names != ["file"] { fail("beside the file there is \(names)") }
    }

    /// Lines, events and JSON that come in pieces, for a reader who leaves early or goes on.
    func elements(_ dice: inout Dice) async {
        let lines = (0..<dice.number(in: 1...60)).map { _ in dice.word(dice.number(in: 1...80)) }
        let text = lines.map { "\($0)\n" }.joined()
        let fault = dice.chance(60) ? Fault.proper(&dice, Data(text.utf8)) : Fault.drawn(&dice, Data(text.utf8))
        servers.main.answer(number) { [secrets] _, _ in fault.answer(body: Data(text.utf8), echoing: secrets) }
        let request = request(timeout: fault.timeout).maximumBodySize(fault.limit)
        let leaves = dice.chance(30) ? dice.number(in: 1...5) : nil
        let delay = dice.chance(25) ? dice.milliseconds(0...60) : nil
        let webservice = dice.chance(25) ? world.shared : webservice()
        let expected = leaves == nil ? fault.expected : fault.expected.or(.value)
        await run("lines, \(fault.name)", expected, within: fault.timeout, canceledAfter: delay) {
            var came: [String] = []
            for try await line in webservice.stream(of: StreamResource(lines: request)) {
                came.append(line)
                if came.count == leaves { break }
            }
            // A body that ended without anybody noticing would be fewer lines.
            let wanted = leaves.map { lines.prefix($0) } ?? lines[...]
            guard came.elementsEqual(wanted) else {
                throw Wrong(description: "\(came.count) lines of \(lines.count) came, or others")
            }
        }
    }

    /// Events that go on where they were lost.
    func events(_ dice: inout Dice) async {
        let count = dice.number(in: 1...30)
        let parts = (1...dice.number(in: 1...4)).map { _ in dice.number(in: 0...count) }
        servers.main.answer(number) { request, time in
            let last = request.headerFields["Last-Event-ID"].flatMap { Int($0) } ?? 0
            let end = time <= parts.count ? min(count, last + parts[time - 1]) : count
            let text = "retry: 100\n\n" + (last..<max(last, end)).map { "id: \($0 + 1)\ndata: \($0 + 1)\n\n" }.joined()
            let response = Response(
                headerFields: ["Content-Type": "text/event-stream"], body: Data(text.utf8))
            return time % 2 == 0
                ? .faulty(response, .wrongLength(text.utf8.count + 5)) : .untilClose(response)
        }
        let request = request()
        let delay = dice.chance(30) ? dice.milliseconds(0...400) : nil
        let webservice = webservice()
        let reconnection = Reconnection(wait: .milliseconds(1), maximumWait: .milliseconds(20), maximumFailures: 5)
        await run("events", .value, within: Fault.long, canceledAfter: delay) {
            var came: [String] = []
            let events = StreamResource(events: request).reconnecting(reconnection)
            for try await event in webservice.stream(of: events) {
                came.append(event.data)
                if came.count == count { break }
            }
            guard came == (1...count).map({ "\($0)" }) else { throw Wrong(description: "the events \(came) came") }
        }
    }

    /// A body of any kind, to a server that takes it, refuses it, stalls or breaks.
    func upload(_ dice: inout Dice) async {
        let content = dice.bytes(dice.number(in: 0...200_000))
        let file = world.folder.appending(path: "upload-\(number)")
        defer { try? FileManager.default.removeItem(at: file) }
        do { try content.write(to: file) } catch { return fail("no file to send: \(error)") }
        let source = SlowPieces(content: content, size: dice.number(in: 1...50_000), failsAt: nil)
        let password = Body.json(["password": secrets.password, "name": "ann"])
        let part = Body.Part.file(file, name: "file")
        let bodies: [(String, Body, Data?)] = [
            ("data", .data(content), content), ("a file", .file(file), content),
            ("pieces", .stream(source), content),
            ("pieces of a length", .stream(source, length: content.count), content),
            ("a password", password, password.data),
            ("parts", .multipart([part, .text(secrets.password, name: "password")]), nil),
            ("gzip", Body.data(content).gzipped(), nil),
        ]
        let (name, body, sent) = dice.pick(bodies)
        let delay = dice.chance(20) ? dice.milliseconds(0...60) : nil
        let end = dice.number(in: 1...6)
        let server = end == 1 ? servers.refusing : end == 2 ? servers.impatient : servers.main
        let timeout: Duration = end == 2 ? .milliseconds(300) : Fault.long
        let value = Data("received".utf8)
        server.answer(number) { [secrets] request, _ in
            switch end {
            case 1: return .response(Response(status: 413, headerFields: ["X-Echo": secrets.key]))
            case 2: return .faulty(Response(), .silence)
            case 3: return .faulty(Response(), .reset(after: 0))
            default:
                let body = request.body?.data ?? Data()
                let isRight = sent.map { $0 == body } ?? true
                return .response(Response(status: isRight ? 200 : 400, body: value))
            }
        }
        // Who refuses early may reset what is still being sent.
        let expected: Expected =
            switch end {
            case 1: [.status(413), .transport(.connectionLost)]
            case 2: .timedOut
            case 3: [.value, .transport(.connectionLost)]
            // A connection that others have left may have ended meanwhile; then it isn't sent again.
            default: body.canBeSentAgain ? .value : [.value, .transport(.connectionLost)]
            }
        let request = request(at: server, method: .put, body: body, timeout: timeout)
        world.writings.look(at: request)
        let webservice = webservice()
        await run("an upload of \(name), end \(end)", expected, within: timeout, canceledAfter: delay) {
            let data: Data = try await webservice.load(Resource<Data>(request))
            if end > 3 { try Round.check(data, is: value) }
        }
    }

    /// A body whose source fails while it is sent.
    func brokenUpload(_ dice: inout Dice) async {
        let content = dice.bytes(dice.number(in: 1_000...100_000))
        let source = SlowPieces(content: content, size: 700, failsAt: dice.number(in: 0...900))
        servers.main.answer(number) { _, _ in .response(Response()) }
        let length = dice.chance(50) ? content.count : nil
        let request = request(method: .put, body: .stream(source, length: length))
        let webservice = webservice()
        let expected: Expected = [.transport(.other), .transport(.connectionLost)]
        await run("an upload that breaks", expected, within: Fault.long) {
            let _: Data = try await webservice.load(Resource<Data>(request))
        }
    }
}

/// Bytes in pieces, which may fail.
struct SlowPieces: AsyncSequence, Sendable {
    typealias Element = Data
    let content: Data
    let size: Int
    let failsAt: Int?

    struct Broken: Error {}

    struct AsyncIterator: AsyncIteratorProtocol {
        var pieces: SlowPieces
        var place = 0

        mutating func next() async throws -> Data? {
            if let end = pieces.failsAt, place >= end { throw Broken() }
            guard place < pieces.content.count else { return nil }
            if place % 3 == 0 { await Task.yield() }
            let piece = pieces.content.dropFirst(place).prefix(pieces.size)
            place += piece.count
            return Data(piece)
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pieces: self) }
}
