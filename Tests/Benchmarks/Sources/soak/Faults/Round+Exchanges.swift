import Foundation
import Resourceful
import ResourcefulCurl
import ResourcefulDownloads
import ResourcefulStreams
import ResourcefulTesting

/// What is made of one answer.
enum Use: CaseIterable, Sendable {
    case load, progress, stream, slowStream, download, recorded

    /// Makes it, and compares what came with what was sent; nil where that has no end.
    func callAsFunction(_ request: Request, _ value: Data?, in round: Round, over webservice: Webservice) async throws {
        switch self {
        case .load:
            let data: Data = try await webservice.load(Resource<Data>(request))
            try Round.check(data, is: value)
        case .progress:
            for try await step in webservice.progress(of: Resource<Data>(request), every: .milliseconds(5)) {
                if case .value(let data) = step { try Round.check(data, is: value) }
            }
        case .stream, .slowStream:
            var data = Data()
            do {
                for try await piece in webservice.stream(of: StreamResource(bytes: request)) {
                    data += piece
                    if self == .slowStream { try await Task.sleep(for: .milliseconds(1)) }
                }
            } catch  where !(error is CancellationError) {
                // What came before the failure is the beginning of what was sent.
                try Round.check(data, is: value?.prefix(data.count), "the beginning")
                throw error
            }
            try Round.check(data, is: value)
        case .download:
            let folder = round.world.folder.appending(path: "once-\(round.number)")
            defer { try? FileManager.default.removeItem(at: folder) }
            var download = FileDownload(request)
            download.resumptions = 0
            do {
                let file = try await webservice.download(download, to: .folder(folder))
                try Round.check(try Data(contentsOf: file.url), is: value)
            } catch {
                round.world.writings.look(atNamesIn: folder)
                throw error
            }
        case .recorded:
            let file = round.world.folder.appending(path: "\(round.number).har")
            defer { try? FileManager.default.removeItem(at: file) }
            let recording = round.webservice(over: round.world.transport.recording(to: file))
            defer {
                if let text = try? String(contentsOf: file, encoding: .utf8) {
                    round.world.writings.look("the recording", text)
                }
            }
            let data: Data = try await recording.load(Resource<Data>(request))
            try Round.check(data, is: value)
        }
    }
}

extension Round {
    /// One use of one answer with any fault, perhaps canceled.
    func exchange(_ dice: inout Dice) async {
        let body = dice.body()
        let fault = Fault.drawn(&dice, body)
        let use = dice.pick(Use.allCases)
        let isShared = dice.chance(25)
        let delay = dice.chance(25) ? dice.milliseconds(0...120) : nil
        servers.main.answer(number) { _, _ in fault.answer(body: body, echoing: secrets) }
        let request = request(timeout: fault.timeout).maximumBodySize(fault.limit)
        world.writings.look(at: request)
        let webservice = isShared ? world.shared : webservice()
        // A download of a coded body asks twice; a stream has no limit but the request's.
        let limit = fault.timeout * (use == .download ? 2 : 1)
        await run("\(use), \(fault.name)", fault.expected, within: limit, canceledAfter: delay) {
            try await use(request, fault.value, in: self, over: webservice)
        }
        // The connection it leaves behind is of use, or closed: the next answer is the right one.
        let next = Data("next of \(number)".utf8)
        servers.main.answer(number) { _, _ in .response(Response(body: next)) }
        await run("a load after \(fault.name)", .value, within: Fault.long) { [self] in
            let data: Data = try await webservice.load(Resource<Data>(self.request("next")))
            try Round.check(data, is: next)
        }
    }

    /// A server that sends without end, and many that wait for it.
    func hostile(_ dice: inout Dice) async {
        let index = dice.number(in: 0...HostileServer.attacks.count - 1)
        let attack = HostileServer.attacks[index]
        let timeout = dice.milliseconds(60...400)
        let use = dice.pick([Use.load, .progress, .stream, .download])
        let delay = dice.chance(40) ? dice.milliseconds(0...100) : nil
        let url = servers.hostile.baseURL.appending(path: "\(index)")
        let request = request(to: url, timeout: timeout).maximumBodySize(dice.chance(30) ? 50_000 : 2_000_000)
        let webservice = webservice()
        await run("\(use), \(attack.name)", .anyFailure, within: timeout, canceledAfter: delay) {
            try await use(request, nil, in: self, over: webservice)
        }
    }

    /// Connections on which a server sends more than it was asked for, with the answer or later.
    ///
    /// What comes with an answer is never taken for the next one. What comes later, to a connection that nobody uses,
    /// is found by libcurl 8.1 and later before the connection is used again, but for a race that HTTP/1.1 can't tell.
    func stray(_ dice: inout Dice) async {
        let isLate = dice.chance(50)
        let stray = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nSTRAY"
        let server = try? RawServer { connection in
            while let head = connection.head() {
                let path = head.split(separator: " ").dropFirst().first ?? ""
                let answer = "HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)"
                guard connection.send(Array((isLate ? answer : answer + stray).utf8)) else { return }
                guard isLate else { continue }
                usleep(2_000)
                guard connection.send(Array(stray.utf8)) else { return }
            }
        }
        guard let server else { return fail("no server") }
        defer { server.stop() }
        let webservice = webservice()
        for index in 0..<dice.number(in: 2...5) {
            let request = request(to: server.baseURL.appending(path: "\(index)"), timeout: .seconds(5))
            let value = Data("/\(index)?token=\(secrets.query)".utf8)
            if dice.chance(50) { try? await Task.sleep(for: dice.milliseconds(0...6)) }
            await run("stray bytes \(isLate ? "later" : "at once")", isLate ? .anything : .value, within: .seconds(5)) {
                let data: Data = try await webservice.load(Resource<Data>(request))
                guard isLate, data != value else { return try Round.check(data, is: value) }
                world.record.withLock { $0.strays += 1 }
            }
        }
    }

    /// Nobody listens, or only for a while.
    func closed(_ dice: inout Dice) async {
        let isClosed = dice.chance(50)
        let webservice = webservice()
        if isClosed {
            let request = request(to: servers.closed)
            await run("nobody listens", [.transport(.cannotConnect)], within: Fault.long) {
                let _: Data = try await webservice.load(Resource<Data>(request))
            }
            return
        }
        let answer = LoopbackServer.Answer.delayed(.response(Response()), by: .milliseconds(3))
        guard let server = try? LoopbackServer(answering: { _ in answer }) else { return fail("no server") }
        let delay = dice.milliseconds(1...30)
        let request = request(to: server.baseURL)
        let expected: Expected = [
            .value, .transport(.cannotConnect), .transport(.connectionLost), .transport(.malformedResponse),
        ]
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                try? await Task.sleep(for: delay)
                server.stop()
            }
            group.addTask {
                for _ in 0..<8 {
                    await run("a server that stops", expected, within: Fault.long) {
                        let _: Data = try await webservice.load(Resource<Data>(request))
                    }
                }
            }
        }
    }

    /// Two transfers at once to an origin that says nothing: those that wait end in time, too.
    func queued(_ dice: inout Dice) async {
        let timeout = dice.milliseconds(60...300)
        let delays = (0..<8).map { _ in dice.chance(40) ? dice.milliseconds(0...80) : nil }
        let isSilent = dice.chance(60)
        let value = dice.bytes(100)
        servers.main.answer(number) { _, _ in
            isSilent ? .faulty(Response(), .silence) : .delayed(.response(Response(body: value)), by: .milliseconds(2))
        }
        guard let server = try? RoundServer() else { return fail("no server") }
        defer { server.stop() }
        server.answer(number) { _, _ in
            isSilent ? .faulty(Response(), .silence) : .delayed(.response(Response(body: value)), by: .milliseconds(2))
        }
        let webservice = webservice(over: world.narrow)
        let limit = isSilent ? timeout : Fault.long
        await withTaskGroup(of: Void.self) { group in
            for (index, delay) in delays.enumerated() {
                let request = request("\(index)", at: server, timeout: limit)
                let use: Use = index % 2 == 0 ? .load : .stream
                group.addTask {
                    await run(
                        "a place in the queue", isSilent ? .timedOut : .value, within: limit, canceledAfter: delay
                    ) {
                        try await use(request, value, in: self, over: webservice)
                    }
                }
            }
        }
    }
}
