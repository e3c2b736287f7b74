// The memory that a program needs to send a file of two gigabytes in a multipart body, to a server in the same program.
//
//     swift run -c release upload curl
//     swift run -c release upload urlsession
//
// It fails when the peak is 40 MB or more.
import Foundation
import Resourceful
import ResourcefulCurl
import ResourcefulTesting
import ResourcefulURLSession
import Synchronization

struct Wrong: Error, CustomStringConvertible {
    let description: String
}

/// The most kibibytes that were resident at once.
func peak() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.split(whereSeparator: \.isWhitespace)[1]) } ?? 0
}

func run(_ transport: some Transport) async throws {
    let size: UInt64 = 2_000_000_000
    let file = FileManager.default.temporaryDirectory.appending(path: "resourceful-\(UUID())")
    guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
        throw Wrong(description: "\(file.path) can't be made")
    }
    defer { try? FileManager.default.removeItem(at: file) }
    // No byte of it is on the disk.
    try FileHandle(forWritingTo: file).truncate(atOffset: size)
    let received = Atomic(0)
    let server = try LoopbackServer(
        receiving: { _, piece in received.wrappingAdd(piece.count, ordering: .relaxed) },
        answering: { _ in .response(Response(body: Data("\(received.load(ordering: .relaxed))".utf8))) })
    defer { server.stop() }
    let upload = Resource(
        url: server.baseURL, method: .post,
        body: .multipart([.text("two gigabytes", name: "title"), .file(file, name: "film")]),
        parse: { Int(String(decoding: $0, as: UTF8.self)) ?? 0 })
    let before = try peak()
    let count = try await Webservice(transport: transport).load(upload)
    let after = try peak()
    print("\(count) bytes sent, peak \(after / 1_024) MB, \(before / 1_024) MB of them before")
    guard count > Int(size), after < 40 * 1_024 else { throw Wrong(description: "that is not what it should be") }
}

do {
    switch CommandLine.arguments.dropFirst().first {
    case "curl": try await run(CurlTransport())
    case "urlsession": try await run(URLSessionTransport())
    default: throw Wrong(description: "usage: upload curl|urlsession")
    }
} catch {
    print(error)
    exit(1)
}
