import Foundation
import ResourcefulTesting
import Testing

/// The list of what URLSession does not do on Linux is true, and is the one that people read.
@Suite(.permit) struct URLSessionOnLinuxTests {
    #if !canImport(Darwin)
        @Test func `a response with trailers ends the process`() async {
            await #expect(processExitsWith: .failure) {
                startWatchdog(endingWith: EXIT_SUCCESS)
                let server = try LoopbackServer(answering: { _ in
                    .chunked(Response(body: Data("x".utf8)), chunkSize: 1, trailers: ["X-Trailer": "1"])
                })
                _ = try? await server.webservice(.urlSession).load(echo())
                exit(EXIT_SUCCESS)
            }
        }

        @Test func `a response that is cut short within its head ends the process`() async {
            await #expect(processExitsWith: .failure) {
                startWatchdog(endingWith: EXIT_SUCCESS)
                let server = try LoopbackServer(raw: "HTTP/1.1 200 OK\r\nCon")
                _ = try? await server.webservice(.urlSession).load(echo())
                exit(EXIT_SUCCESS)
            }
        }

        @Test func `a huge Content-Length ends the process`() async {
            await #expect(processExitsWith: .failure) {
                startWatchdog(endingWith: EXIT_SUCCESS)
                let server = try LoopbackServer(
                    raw: "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nhello")
                _ = try? await server.webservice(.urlSession).load(echo())
                exit(EXIT_SUCCESS)
            }
        }
    #endif

    @Test func `the articles have the same lists`() throws {
        let onLinux = try items(of: "URLSessionOnLinux", under: "## What it does not do\n")
        #expect(onLinux.sorted() == URLSessionOnLinux.allCases.map(\.rawValue).sorted())
        let onApple = try items(of: "Transports", under: "### What is different on Apple platforms\n")
        #expect(onApple == URLSessionOnApple.allCases.map(\.rawValue))
    }

    /// The points of the first list under a headline.
    private func items(of article: String, under headline: String) throws -> [String] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../../Docs/Resourceful.docc")
        let text = try String(contentsOf: folder.appending(path: "\(article).md"), encoding: .utf8)
        let section = try #require(text.components(separatedBy: headline).dropFirst().first)
        let list = try #require(section.components(separatedBy: "\n\n").first { $0.hasPrefix("- ") })
        return "\n\(list)".components(separatedBy: "\n- ").dropFirst().map { item in
            item.split { $0.isWhitespace }.joined(separator: " ")
        }
    }

    @Test(arguments: URLSessionOnLinux.allCases) func `every item of the list is found by a test`(
        item: URLSessionOnLinux
    ) throws {
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let files = try [here, here.appending(path: "../Reports"), here.appending(path: "../../../TransportTests")]
            .flatMap { try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil) }
            .filter { $0.pathExtension == "swift" && !$0.lastPathComponent.hasPrefix("URLSessionOnLinux") }
        #expect(try files.contains { try String(contentsOf: $0, encoding: .utf8).contains(".\(item)") })
    }
}
