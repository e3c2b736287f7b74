import Foundation
import ResourcefulTesting
import Testing

/// Bodies of gigabytes, in processes of their own, whose memory is that of one transfer.
@Suite(.alone, .serialized) struct LargeUploadTests {
    /// Two gigabytes where the code is optimized.
    private static let size: Int = {
        #if DEBUG
            200_000_000
        #else
            2_000_000_000
        #endif
    }()

    @Test(arguments: Subject.overSockets) func `gigabytes in parts are sent in little memory`(
        subject: Subject
    ) async {
        await #expect(processExitsWith: .success) { [subject] in
            startWatchdog()
            let size = Self.size
            let file = try TemporaryFile(zeros: size)
            let received = Locked((count: 0, text: Data(), memory: [Int]()))
            let server = try LoopbackServer(
                receiving: { _, piece in
                    received.withLock { received in
                        let isDue = received.count / 2_000_000 < (received.count + piece.count) / 2_000_000
                        if isDue, let memory = try? megabytesOfItsOwn() { received.memory.append(memory) }
                        received.count += piece.count
                        if received.text.count < 4_000 { received.text += piece.prefix(4_000) }
                        if received.count > size { received.text += piece.suffix(4_000) }
                    }
                },
                answering: { _ in .response(Response(body: Data("\(received.withLock { $0.count })".utf8))) })
            defer { server.stop() }
            let parts: [Body.Part] = [
                .text("two gigabytes", name: "title"), .file(file.url, name: "film", mediaType: "video/mp4"),
                .text("the end", name: "note"),
            ]
            let upload = echo(method: .post, body: .multipart(parts, boundary: "cut"), timeout: nil)
            let response = try await server.webservice(subject.own()).load(upload)
            let text = String(decoding: received.withLock { $0.text }, as: UTF8.self)
            #expect(text.hasPrefix("--cut\r\nContent-Disposition: form-data; name=\"title\"\r\n"))
            #expect(text.hasSuffix("\r\n\r\nthe end\r\n--cut--\r\n"))
            let surplus = try #require(Int(response.text)) - size
            #expect((300..<500).contains(surplus), "\(surplus)")
            // Looked at every two megabytes.
            let memory = received.withLock { $0.memory }
            #expect(memory.count > size / 2_200_000)
            // URLSession on Linux takes five, too, but up to thirty where the machine has much else to do.
            #expect(try #require(memory.max()) < (subject != .urlSession ? 20 : 40))
        }
    }
}
