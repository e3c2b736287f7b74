// The memory and the time that a program needs for a gigabyte that does not fit: downloaded, uploaded, and streamed as
// JSON Lines, and what becomes of a server whose reader sleeps. The server is a process of its own.
//
//     swift run -c release streams curl
//     swift run -c release streams urlsession download     one of them: download, file, upload, lines, sleep
//     swift run -c release streams raw                     a download over URLSession itself, whose bytes are counted
//
// It fails when a peak is 40 MB or more.
import Foundation
import Resourceful
import ResourcefulCurl
import ResourcefulURLSession

/// What is to be measured, each in a process of its own: a peak is that of all that a process did before.
enum Job: String, CaseIterable {
    /// A body that is read piece by piece, and counted.
    case download
    /// A body that is kept in a file.
    case file
    /// A file that is sent.
    case upload
    /// Objects of 200 bytes, each decoded.
    case lines
    /// A reader who takes a piece and sleeps.
    case sleep
}

struct Wrong: Error, CustomStringConvertible {
    let description: String
}

/// The most kibibytes that were resident at once.
func peak() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.split(whereSeparator: \.isWhitespace)[1]) } ?? 0
}

func run(_ job: Job, over transport: some Transport) async throws {
    try await measure(job.rawValue) { server in
        try await job.run(with: Webservice(baseURL: server.url, transport: transport), server)
    }
}

func measure(_ name: String, _ work: (ServerProcess) async throws -> Job.Outcome) async throws {
    let server = try ServerProcess()
    defer { server.stop() }
    let before = try peak()
    let clock = ContinuousClock()
    let begin = clock.now
    let result = try await work(server)
    let seconds = (clock.now - begin) / .seconds(1)
    if let folder = result.folder { try FileManager.default.removeItem(at: folder) }
    let after = try peak()
    print(
        "\(name): \(result.text), \(Int(Double(result.bytes) / seconds / 1e6)) MB/s,",
        "peak \(after / 1_024) MB, \(before / 1_024) MB of them before")
    guard after < 40 * 1_024 else { throw Wrong(description: "that is more than 40 MB") }
}

do {
    let arguments = CommandLine.arguments.dropFirst()
    switch (arguments.first, arguments.dropFirst().first.flatMap(Job.init)) {
    case ("serve", _): try serve()
    case ("curl", let job?): try await run(job, over: CurlTransport())
    case ("urlsession", let job?): try await run(job, over: URLSessionTransport())
    case ("raw", nil):
        try await measure("download") { server in
            try Job.Outcome(RawSession.count(server.url.appending(path: "big.bin")), of: server.size)
        }
    case (let transport?, nil) where ["curl", "urlsession"].contains(transport): try runAll(over: transport)
    default: throw Wrong(description: "usage: streams raw|curl|urlsession [download|file|upload|lines|sleep]")
    }
} catch {
    print(error)
    exit(1)
}

/// Runs each job in a process of its own.
func runAll(over transport: String) throws {
    var failed = false
    for job in Job.allCases {
        let process = Process()
        process.executableURL = try ServerProcess.program()
        process.arguments = [transport, job.rawValue]
        try process.run()
        process.waitUntilExit()
        failed = failed || process.terminationStatus != 0
    }
    if failed { throw Wrong(description: "not all is what it should be") }
}
