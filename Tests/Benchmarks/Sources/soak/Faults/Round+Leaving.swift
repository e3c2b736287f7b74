import Foundation
import Resourceful
import ResourcefulStreams
import ResourcefulTesting

extension Round {
    /// Whoever cancels or leaves what has much time left, while a server says nothing or sends without end: the end
    /// comes at once, and the server's connection with it.
    func left(_ dice: inout Dice) async {
        let beginnings = [
            "", "HTTP/1.1 200 OK\r\nContent-", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0123456789", "HTTP/1.1 200 OK\r\n\r\n0123456789",
        ]
        let isEndless = dice.chance(30)
        let beginning = isEndless ? "HTTP/1.1 200 OK\r\n\r\n0123456789" : dice.pick(beginnings)
        let (opened, closed) = (Guarded(0), Guarded(0))
        let server = try? RawServer { connection in
            opened.withLock { $0 += 1 }
            defer { closed.withLock { $0 += 1 } }
            guard connection.head() != nil, connection.send(Array(beginning.utf8)) else { return }
            let zeros = [UInt8](repeating: 0, count: 10_000)
            while isEndless, connection.send(zeros) { usleep(2_000) }
            while connection.receive() != nil {}
        }
        guard let server else { return fail("no server") }
        defer { server.stop() }
        let request = request(to: server.baseURL, timeout: .seconds(60)).maximumBodySize(1 << 30)
        let isCrowded = dice.chance(30)
        let webservice = webservice(isCrowded && dice.chance(50) ? [.limit(atOnce: 1)] : [])
        let isBody = beginning.hasSuffix("0123456789")
        if isCrowded {
            // One leads, or has the permit, until the others are gone, who wait for it.
            let delays = (0..<3).map { _ in dice.milliseconds(0...80) }
            let isShared = dice.chance(50)
            let first = Task { try await Use.load(request, nil, in: self, over: webservice) }
            try? await Task.sleep(for: .milliseconds(20))
            await withTaskGroup(of: Void.self) { group in
                for (index, delay) in delays.enumerated() {
                    let request = isShared ? request : request.query("n", "\(index)")
                    group.addTask {
                        await run("a load behind another", [], within: .seconds(60), canceledAfter: delay) {
                            try await Use.load(request, nil, in: self, over: webservice)
                        }
                    }
                }
            }
            await run("a load before others", [], within: .seconds(60), canceledAfter: .zero) {
                try await withTaskCancellationHandler {
                    try await first.value
                } onCancel: {
                    first.cancel()
                }
            }
        } else if isBody, dice.chance(50) {
            await run("a loop that is left", .value, within: .seconds(60)) {
                for try await piece in webservice.stream(of: StreamResource(bytes: request)) where !piece.isEmpty {
                    break
                }
            }
        } else {
            let use = dice.pick([Use.load, .progress, .stream, .slowStream, .download])
            let delay = dice.milliseconds(0...80)
            await run("\(use) that is canceled", [], within: .seconds(60), canceledAfter: delay) {
                try await use(request, nil, in: self, over: webservice)
            }
        }
        let begin = ContinuousClock.now
        while closed.value < opened.value {
            let taken = begin.duration(to: .now)
            guard taken < .seconds(10) else { return fail("the connection is still there after \(taken)") }
            try? await Task.sleep(for: .milliseconds(5))
        }
    }
}
