import EventServer
import Foundation

/// A server for requests without bodies, on one thread: it should take little of the processors that are measured.
///
/// Requests whose path begins with `/waiting` are never answered.
public enum Server {
    private static let answer: [UInt8] = {
        let sentence = "a resource is a request and a function that reads what the server answers, "
        let summary = String(repeating: sentence, count: 11)
        let body = #"{"number":4211,"title":"Parsing is a pure function","summary":"\#(summary)"}"#
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        return Array((head + body).utf8)
    }()

    /// Starts this program once more, with the words `serve` and the number of ports. Returns the ports.
    public static func start(portCount: Int) throws -> (Child, ports: [Int]) {
        let server = try Child(Child.program(), ["serve", "\(portCount)"])
        let ports = server.line().split(separator: " ").compactMap { Int($0) }
        guard ports.count == portCount else { throw NoServer(description: "the server doesn't print its ports") }
        return (server, ports)
    }

    /// Serves until the input ends, and prints the ports in a line.
    public static func run(portCount: Int) throws {
        Thread.detachNewThread {
            while readLine() != nil {}
            exit(0)
        }
        rsf_serve(Int32(portCount), answer, UInt(answer.count))
        throw NoServer(description: "there is no port to listen on")
    }
}

struct NoServer: Error, CustomStringConvertible {
    let description: String
}
