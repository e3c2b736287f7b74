import Foundation
import ResourcefulTesting
import Testing

/// Large bodies, in processes of their own, whose memory is that of one transfer.
@Suite(.alone, .serialized) struct MemoryTests {
    @Test(arguments: Subject.overSockets) func `a large file is sent in little memory`(subject: Subject) async {
        await #expect(processExitsWith: .success) { [subject] in
            startWatchdog()
            // URLSession on Linux takes seconds for less.
            let size = subject != .urlSession ? 500_000_000 : 100_000_000
            let file = try TemporaryFile(zeros: size)
            let server = try RawServer { connection in
                guard let count = connection.drain() else { return }
                let text = "\(count)"
                _ = connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
            }
            defer { server.stop() }
            let upload = echo(server.baseURL.absoluteString, method: .put, body: .file(file.url), timeout: nil)
            let response = try await Webservice(transport: subject.own()).load(upload)
            let count = try #require(Int(response.text))
            // Over URLSession on Linux, in chunks.
            #expect(subject != .urlSession ? count == size : count >= size)
            let peak = try peakMegabytes()
            #expect(peak < (subject != .urlSession ? 60 : 90))
        }
    }

    @Test(arguments: Subject.overSockets) func `a server that sends without end is stopped at the limit`(
        subject: Subject
    ) async {
        await #expect(processExitsWith: .success) { [subject] in
            startWatchdog()
            let piece = Array(repeating: UInt8(ascii: "x"), count: 100_000)
            let chunk = Array("186a0\r\n".utf8) + piece + Array("\r\n".utf8)
            let sent = Locked(0)
            for (framing, bytes) in [("Connection: close", piece), ("Transfer-Encoding: chunked", chunk)] {
                let server = try RawServer { connection in
                    let head = "HTTP/1.1 200 OK\r\n\(framing)\r\n\r\n"
                    guard connection.drain() != nil, connection.send(head) else { return }
                    while connection.send(bytes) { sent.withLock { $0 += bytes.count } }
                }
                defer { server.stop() }
                let webservice = Webservice(baseURL: server.baseURL, transport: subject.own(maximumBodySize: 5_000_000))
                for _ in 0..<3 { #expect(await webservice.kindOfFailure(echo()) == .tooLarge) }
            }
            let peak = try peakMegabytes()
            // Over URLSession on Linux each 16 KB leave a timer behind, until all that is there has been read.
            let ofTimers = subject.isURLSessionOnLinux ? sent.withLock { $0 / 10_000_000 } : 0
            #expect(peak < 90 + ofTimers)
        }
    }

    @Test(arguments: Subject.overSockets) func `a body may be as large as the limit, and no larger`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer(answering: { request in
            let response = Response(body: Data(count: Int(request.url.lastPathComponent) ?? 0))
            return request.url.pathComponents.contains("chunked")
                ? .chunked(response, chunkSize: 10_000) : .response(response)
        })
        let webservice = server.webservice(subject.own(maximumBodySize: 100_000))
        for path in ["whole", "chunked"] {
            #expect(try await webservice.load(echo("\(path)/100000")).body.count == 100_000)
            #expect(await webservice.kindOfFailure(echo("\(path)/100001")) == .tooLarge)
        }
        #expect(try await server.webservice(subject.own(maximumBodySize: 0)).load(echo("0")).body.isEmpty)
        #expect(await server.webservice(subject.own(maximumBodySize: 0)).kindOfFailure(echo("1")) == .tooLarge)
    }

    @Test(arguments: Subject.overSockets) func `the limit is that of the decoded body`(subject: Subject) async throws {
        // Fifty million zeros.
        let zeros = "y///P/gnAOKxQCD3/o///3/wTwDEYRGA7v0f////4J8AiMMCAN37P/7//8E/ARCHBQC693/8//+DfwIgDgsAdO//"
        let bomb = try #require(Data(base64Encoded: zeros + "8g9eD/8EQBwWAOig6wE="))
        let server = try LoopbackServer { _ in Response(headerFields: ["Content-Encoding": "br"], body: bomb) }
        let limited = server.webservice(subject.own(maximumBodySize: 1_000_000))
        #expect(await limited.kindOfFailure(echo()) == .tooLarge)
        #expect(try await server.webservice(subject).load(echo()).body.count == 50_000_000)
    }
}
