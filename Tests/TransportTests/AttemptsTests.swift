import CResourcefulCurl
import Testing

@testable import ResourcefulCurl

/// What may be sent again, over all short stories of a request.
struct AttemptsTests {
    private enum Step: CaseIterable {
        case begin, refusal, goAway, otherGoAway, sendError, closedStream, otherError
    }

    private static func stories(_ length: Int) -> [[Step]] {
        length == 0 ? [[]] : stories(length - 1).flatMap { story in Step.allCases.map { story + [$0] } }
    }

    @Test func `a request that may have been processed is sent again only if its method is idempotent`() {
        let methods: [Request.Method] = [.get, .head, .put, .delete, .post, .patch]
        for method in methods {
            for isReused in [false, true] {
                for story in Self.stories(Effort.size(reduced: 4, usual: 5, full: 5)) {
                    var attempts = Attempts(method)
                    attempts.connections = Connections()
                    // Whether the last attempt was refused, so that there was none.
                    var (isRefused, sentAgain, port) = (false, 0, Int32(0))
                    for step in story {
                        switch step {
                        case .begin:
                            // Each on a connection of its own, with its third stream.
                            port += 1
                            attempts.noteConnection(from: port, count: Int(port))
                            let isAllowed = attempts.begin(isSpent: false) == nil
                            #expect(
                                isAllowed == (!attempts.isRepeated || isRefused || method.isIdempotent),
                                "\(method), \(isReused): \(story)")
                            isRefused = false
                            attempts.hear(.stream(5))
                        case .refusal, .goAway:
                            attempts.hear(step == .refusal ? .refusal : .goAway(last: 3))
                            isRefused = isRefused || step == .refusal || port > 0
                        case .otherGoAway:
                            // A later word doesn't take back an earlier one: the last stream only falls.
                            if !isRefused { attempts.hear(.goAway(last: 5)) }
                        case .sendError, .closedStream, .otherError:
                            let code = [RSF_CODE_SEND_ERROR, RSF_CODE_HTTP2_STREAM, RSF_CODE_COULDNT_CONNECT]
                            let index = step == .sendError ? 0 : step == .closedStream ? 1 : 2
                            let begins = attempts.beginAgain(
                                after: Int32(code[index]), text: "HTTP/2 stream 1 was closed cleanly, but before",
                                isConnectionReused: isReused)
                            if begins {
                                sentAgain += 1
                                #expect(isRefused || method.isIdempotent, "\(method), \(isReused): \(story)")
                                #expect(isRefused || step != .otherError, "\(method), \(isReused): \(story)")
                            }
                        }
                    }
                    #expect(sentAgain <= 5, "\(method), \(isReused): \(story)")
                }
            }
        }
    }

    @Test func `a body that is spent isn't sent again, whatever the method and the reason`() {
        for method in [Request.Method.get, .put, .post] {
            for isRefused in [false, true] {
                var attempts = Attempts(method)
                _ = attempts.begin(isSpent: false)
                if isRefused { attempts.hear(.refusal) }
                let objection = attempts.begin(isSpent: true)
                #expect(objection != nil)
            }
        }
    }

    @Test func `a server that refuses without end is asked ten more times`() {
        var attempts = Attempts(.post)
        var count = 0
        repeat {
            _ = attempts.begin(isSpent: false)
            attempts.hear(.refusal)
            count += 1
        } while attempts.beginAgain(after: 52, text: "", isConnectionReused: true)
        #expect(count == 11)
    }

    @Test func `a timeout is a timeout, also of what was refused`() {
        var attempts = Attempts(.get)
        _ = attempts.begin(isSpent: false)
        attempts.hear(.refusal)
        let begins = attempts.beginAgain(after: 28, text: "", isConnectionReused: true)
        #expect(!begins)
    }

    @Test func `a word about a connection counts for its streams alone, and not for the next one from its port`() {
        let connections = Connections()
        var (first, second) = (Attempts(.post), Attempts(.post))
        (first.connections, second.connections) = (connections, connections)
        first.noteConnection(from: 1_024, count: 1)
        _ = first.begin(isSpent: false)
        first.hear(.stream(41))
        first.hear(.goAway(last: 39))
        #expect(first.isUnprocessed)
        second.noteConnection(from: 1_024, count: 1)
        _ = second.begin(isSpent: false)
        second.hear(.stream(41))
        #expect(!second.isUnprocessed && first.isUnprocessed)
    }

    @Test func `libcurl's words are read as they are, and others aren't`() {
        let cases: [(String, LibraryText?)] = [
            ("REFUSED_STREAM, retrying a fresh connect", LibraryText.refusal),
            ("Using Stream ID: 41 (easy handle 0x7fc9f407a860)", .stream(41)),
            ("[HTTP/2] [13] OPENED stream for https://a.org/x", .stream(13)),
            ("recveived GOAWAY, error=0, last_stream=39", .goAway(last: 39)),
            ("received GOAWAY, error=0, last_stream=2147483647", .goAway(last: 2_147_483_647)),
            ("h2h3 [:path: /last_stream=1 GOAWAY]", nil),
            ("[HTTP/2] [1] [:path: /received GOAWAY, last_stream=0]", nil),
            ("[HTTP/2] [1] [:path: /] OPENED stream [HTTP/2] [9]", .stream(1)),
            ("Using Stream ID: b (easy handle 0x1)", nil), ("received GOAWAY, error=0, last_stream=", nil), ("", nil),
        ]
        for (text, meaning) in cases {
            #expect(Array(text.utf8).withUnsafeBytes { LibraryText($0) } == meaning, "\(text)")
        }
    }
}
