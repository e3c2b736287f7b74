import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// Servers that answer over HTTP/2 before they have read the request (RFC 9113, section 8.1).
@Suite(.permit) struct EarlyAnswerReportTests {
    /// What a server does after an answer that comes too early for the rest of the body.
    enum Afterwards: CaseIterable { case resets, resetsWithError, goesAway, isSilent }

    private static let upload = echo(method: .put, body: .data(Data(count: 3_000_000)), timeout: .seconds(20))

    @Test(arguments: Afterwards.allCases, ["enough", ""])
    func `a refusal that is whole by its length ends an upload at once`(
        afterwards: Afterwards, text: String
    ) async throws {
        let server = try FrameServer { connection in
            connection.opensWindows = false
            guard let stream = connection.nextRequest() else { return }
            connection.send(.head(stream, "413", ["content-length": "\(text.utf8.count)"]), .data(stream, text))
            connection.waitUntilRead()
            usleep(50_000)
            switch afterwards {
            case .resets: connection.send(.reset(stream, 0))
            case .resetsWithError: connection.send(.reset(stream, 8))
            case .goesAway: connection.send(.frame(.goAway, [UInt8].number(stream) + [UInt8].number(0)))
            case .isSilent: break
            }
            connection.linger()
        }
        defer { server.stop() }
        let start = ContinuousClock.now
        let response = try await server.webservice().load(Self.upload)
        #expect(response.status == 413 && response.text == text)
        #expect(start.duration(to: .now) < .seconds(15))
    }

    @Test(arguments: [UInt32(0), 8])
    func `an answer that is whole by its length is not lost when its stream is reset`(code: UInt32) async throws {
        let server = try FrameServer { connection in
            connection.opensWindows = false
            guard let stream = connection.nextRequest() else { return }
            connection.send(
                .head(stream, "200", ["content-length": "6"]), .data(stream, "enough"))
            connection.waitUntilRead()
            usleep(50_000)
            connection.send(.reset(stream, code))
            connection.linger()
        }
        defer { server.stop() }
        #expect(try await server.webservice().load(Self.upload).text == "enough")
    }

    @Test func `an upload continues after a head that came early`() async throws {
        let server = try FrameServer { connection in
            guard let stream = connection.nextRequest() else { return }
            connection.send(.head(stream))
            var count = 0
            while let frame = connection.next() {
                if frame.kind == .data { count += frame.payload.count }
                if frame.endsStream { connection.send(.data(stream, "\(count)")) }
            }
        }
        defer { server.stop() }
        #expect(try await server.webservice().load(Self.upload).text == "3000000")
    }

    @Test(arguments: [true, false])
    func `an answer that ends with a failure amid the upload is an error`(isReset: Bool) async throws {
        let server = try FrameServer { connection in
            guard let stream = connection.nextRequest() else { return }
            connection.send(.head(stream), .data(stream, "half", ends: false))
            if isReset { connection.send(.reset(stream, 2)) }
            usleep(50_000)
        }
        defer { server.stop() }
        let kind = await server.webservice().kindOfFailure(Self.upload)
        #expect(kind != nil && kind != .timedOut)
    }
}
