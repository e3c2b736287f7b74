import Foundation
import Resourceful
import ResourcefulTesting

/// What a server does with one request, and what may come of it.
struct Fault: Sendable {
    let name: String
    let answer: @Sendable (Response) -> LoopbackServer.Answer
    /// How the operation may end.
    let expected: Expected
    /// What its value is, where it ends with one; nil where nobody looks.
    var value: Data?
    let timeout: Duration
    /// What is secret and repeated by the server in fields, beside what it does.
    var fields: HeaderFields = [:]
    var status: Response.Status = 200
    var limit: Int?

    /// Longer than any exchange takes that isn't to time out.
    static let long = Duration.seconds(20)

    /// The answer to a request.
    func answer(body: Data, echoing secrets: Secrets) -> LoopbackServer.Answer {
        var fields = fields
        fields["X-Echo"] = secrets.key
        fields["X-Message"] = "\(secrets.bearer) and \(secrets.query) have come"
        return answer(Response(status: status, headerFields: fields, body: body))
    }
}

extension Fault {
    /// Any fault, for a body.
    static func drawn(_ dice: inout Dice, _ body: Data) -> Fault {
        switch dice.number(in: 1...100) {
        case 1...20: proper(&dice, body)
        case 21...35: late(&dice, body)
        case 36...60: cut(&dice, body)
        case 61...72: malformed(&dice, body)
        case 73...88: refusing(&dice, body)
        default: coded(&dice, body)
        }
    }

    /// An answer in one of the forms that are right, perhaps slowly.
    static func proper(_ dice: inout Dice, _ body: Data) -> Fault {
        let chunk = dice.number(in: 1...70_000)
        let size = max(chunk, body.count / 200)
        let wait = dice.milliseconds(1...100)
        let rate = max(20_000, body.count * dice.number(in: 4...20))
        let forms: [(String, @Sendable (Response) -> LoopbackServer.Answer)] = [
            ("an answer", { .response($0) }), ("another answer", { .response($0) }),
            ("chunks of \(size)", { .chunked($0, chunkSize: size, trailers: ["X-Sum": "1"]) }),
            ("a body until the end", { .untilClose($0) }),
            ("early hints", { .informational(Response(status: 103), then: .response($0)) }),
            ("an answer after \(wait)", { .delayed(.response($0), by: wait) }),
            ("\(rate) bytes a second", { .throttled(.response($0), bytesPerSecond: rate) }),
            ("an answer and an end", { .faulty($0, .closeAfterAnswer) }),
            (
                "drops",
                { .faulty($0, .drip(bytes: max(1, $0.body.count / 20), every: .milliseconds(2))) }
            ),
        ]
        let (name, answer) = dice.pick(forms)
        return Fault(name: name, answer: answer, expected: .value, value: body, timeout: long)
    }

    /// Nothing, or not all, in time.
    private static func late(_ dice: inout Dice, _ body: Data) -> Fault {
        let timeout = dice.milliseconds(50...400)
        let part = dice.number(in: 0...max(0, body.count - 1))
        let faults: [(String, LoopbackServer.Fault)] = [
            ("silence", .silence), ("a stall in the head", .stallInHead(after: dice.number(in: 0...15))),
            ("a stall after \(part)", body.isEmpty ? .silence : .stall(after: part)),
        ]
        let (name, fault) = dice.pick(faults)
        return Fault(
            name: name, answer: { .faulty($0, fault) }, expected: .timedOut, value: body, timeout: timeout)
    }

    /// A connection that ends too early, or in the middle.
    private static func cut(_ dice: inout Dice, _ body: Data) -> Fault {
        let part = dice.number(in: 0...max(0, body.count - 1))
        let isEmpty = body.isEmpty
        let faults: [(String, LoopbackServer.Fault, Expected)] = [
            ("no answer", .closeBeforeAnswer, .lost),
            ("half a head", .cutShortInHead(after: dice.number(in: 1...15)), .malformed),
            ("an end after \(part)", .cutShort(after: part), isEmpty ? .value : .lost),
            ("an end in the chunks", .cutShortInChunks(of: dice.number(in: 1...9_000), after: part), .lost),
            ("a reset after \(part)", .reset(after: part), isEmpty ? [.value, .transport(.connectionLost)] : .lost),
            ("a length too great", .wrongLength(body.count + dice.number(in: 1...100)), .lost),
        ]
        let (name, fault, expected) = dice.pick(faults)
        return Fault(
            name: name, answer: { .faulty($0, fault) }, expected: expected, value: body, timeout: long)
    }

    /// No HTTP, or bad HTTP.
    private static func malformed(_ dice: inout Dice, _ body: Data) -> Fault {
        let part = dice.number(in: 0...body.count)
        let garbage = dice.bytes(dice.number(in: 1...300))
        let heads = [
            "HTTP/1.1 abc\r\n\r\n", "lorem ipsum dolor\r\n\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
            "HTTP/9.9 200 OK\r\n\r\n", "\r\n\r\n\r\n",
        ]
        let head = dice.pick(heads)
        let forms: [(String, @Sendable (Response) -> LoopbackServer.Answer, Expected)] = [
            ("the head \(head.debugDescription)", { .faulty($0, .malformedHead(head)) }, .anything),
            ("no size of a chunk", { .faulty($0, .malformedChunk(after: part)) }, .malformed),
            ("garbage", { _ in .raw(garbage) }, .malformed.or(.transport(.tooLarge))),
            ("two lengths", { .raw(Self.twoLengths($0.body)) }, .anyFailure),
        ]
        let (name, answer, expected) = dice.pick(forms)
        return Fault(name: name, answer: answer, expected: expected, value: body, timeout: .seconds(5))
    }

    private static func twoLengths(_ body: Data) -> Data {
        let lengths = "Content-Length: \(body.count)\r\nContent-Length: \(body.count + 1)\r\n"
        return Data("HTTP/1.1 200 OK\r\n\(lengths)\r\n".utf8) + body
    }

    /// A status that says no.
    private static func refusing(_ dice: inout Dice, _ body: Data) -> Fault {
        let status = dice.pick([400, 401, 403, 404, 410, 422, 429, 500, 502, 503, 504])
        var fault = Fault(
            name: "status \(status)", answer: { .response($0) }, expected: [.status(status)], value: body,
            timeout: long)
        fault.status = Response.Status(status) ?? 500
        if status == 401 { fault.fields["WWW-Authenticate"] = "Bearer realm=\"soak\"" }
        if status == 429 || status == 503 { fault.fields["Retry-After"] = "\(dice.number(in: 0...90))" }
        let types = ["application/json", "text/plain", "text/html"]
        if dice.chance(50) { fault.fields["Content-Type"] = dice.pick(types) }
        return fault
    }

    /// A body in a coding, or too large.
    private static func coded(_ dice: inout Dice, _ body: Data) -> Fault {
        let coded = gzipped(body)
        let part = dice.number(in: 1...max(1, coded.count - 1))
        var broken = coded
        broken[broken.startIndex + dice.number(in: 0...1)] ^= 0xFF
        let bomb = Self.bomb
        let spoiled = broken
        let forms: [(String, String, Data, Expected, Int?)] = [
            ("gzip", "gzip", coded, .value, nil), ("gzip twice", "gzip, gzip", gzipped(coded), .value, nil),
            ("half of gzip", "gzip", coded.prefix(part), .malformed, nil),
            ("broken gzip", "gzip", spoiled, .malformed, nil),
            ("a coding that wasn't requested", "zstd", coded, .malformed, nil),
            // A name that isn't a registered coding means nothing: the body is as it was sent.
            ("no coding", "unheard-of", body, .value, nil),
            ("a bomb", "gzip", bomb, [.transport(.tooLarge)], 100_000),
            ("too many codings", "gzip, gzip, gzip", coded, .malformed, nil),
        ]
        let (name, coding, content, expected, limit) = dice.pick(forms)
        var fault = Fault(
            name: name,
            answer: { response in
                var response = response
                response.body = content
                return .response(response)
            }, expected: expected, value: body, timeout: long)
        fault.fields["Content-Encoding"] = coding
        fault.limit = limit
        if limit != nil { fault.value = nil }
        return fault
    }

    private static let bomb = gzipped(Data(count: 4 << 20))

    private static func gzipped(_ data: Data) -> Data { (try? Body.data(data).gzipped().encoded()) ?? data }
}
