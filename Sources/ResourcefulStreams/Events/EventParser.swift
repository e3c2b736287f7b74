/// A parser of event streams (the HTML Living Standard, section 9.2.6).
struct EventParser: StreamParser {
    /// The last wait before reopening that the server asked for; nil if it hasn't asked for any.
    private(set) var reconnectionTime: Duration?
    /// The last event ID, as of the last block that ended; nil if the server hasn't sent any.
    private(set) var lastID: String?
    /// The rule for opening the stream again; nil if it isn't opened again.
    var reconnector: Reconnector?

    private let maximumSize: Int
    private var lines: LineCutter
    private var block = EventBlock()
    /// Whether the response is a 204, which ends the stream.
    private(set) var isComplete = false

    init(maximumSize: Int) {
        self.maximumSize = maximumSize
        lines = LineCutter(maximumLength: maximumSize)
    }

    mutating func begin(_ response: Response) {
        reconnector?.opened()
        // An incomplete event is dropped; the server sends it again.
        lines = LineCutter(maximumLength: maximumSize)
        block = EventBlock(id: lastID)
        isComplete = response.status == 204
    }

    mutating func take(_ bytes: Data, into elements: inout [ServerSentEvent]) throws {
        var block = block
        self.block = EventBlock()
        defer { self.block = block }
        var (isFirst, lastID, reconnectionTime) = (lines.count == 0, lastID, reconnectionTime)
        defer { (self.lastID, self.reconnectionTime) = (lastID, reconnectionTime) }
        let maximumSize = maximumSize
        try bytes.withUnsafeBytes { bytes in
            try lines.take(bytes) { line in
                var line = line
                // A byte order mark is dropped only at the beginning, and once (the Encoding Standard, "UTF-8 decode").
                if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) {
                    line = UnsafeRawBufferPointer(rebasing: line[3...])
                }
                isFirst = false
                guard line.isEmpty else {
                    try block.take(line, maximumSize: maximumSize)
                    reconnectionTime = block.retry ?? reconnectionTime
                    return
                }
                lastID = block.id
                if let event = block.dispatched() { elements.append(event) }
            }
        }
    }

    mutating func resume(after failure: (any Error)?, of request: Request) -> Plan<Request?> {
        guard reconnector != nil else { return failure.map { .failure($0) } ?? .value(nil) }
        // However often a server ends the stream, there is a pause before it is opened again.
        let asked = reconnectionTime.map { max($0, .milliseconds(100)) }
        return reconnector?.resumption(after: failure, of: request, lastID: lastID, asked: asked) ?? .value(nil)
    }
}

/// The lines since the last event: the buffers of the standard.
struct EventBlock: Sendable {
    /// The last event ID buffer; nil if no ID has come.
    private(set) var id: String?
    /// The wait before reopening that this block asks for.
    private(set) var retry: Duration?
    private var type: [UInt8] = []
    private var data: [UInt8] = []

    init(id: String? = nil) { self.id = id }

    /// Processes a nonempty line.
    mutating func take(_ line: UnsafeRawBufferPointer, maximumSize: Int) throws(ParseFailure) {
        let colon = ByteSearch.firstIndex(of: UInt8(ascii: ":"), in: line)
        // A comment.
        guard colon > 0 else { return }
        var value = line[min(colon + 1, line.count)...]
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        switch line[..<colon] {
        case let name where name.elementsEqual("data".utf8):
            guard data.count + value.count < maximumSize else { throw tooLarge(maximumSize) }
            data.append(contentsOf: value)
            data.append(UInt8(ascii: "\n"))
        case let name where name.elementsEqual("event".utf8): type = Array(value)
        case let name where name.elementsEqual("id".utf8):
            if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
        case let name where name.elementsEqual("retry".utf8): takeRetry(value)
        default: break
        }
    }

    /// Takes a wait, which must consist of digits only. It is limited to a day, since no server means a longer one.
    private mutating func takeRetry(_ value: Slice<UnsafeRawBufferPointer>) {
        guard !value.isEmpty, value.allSatisfy({ 0x30...0x39 ~= $0 }) else { return }
        let longest = 86_400_000
        retry = .milliseconds(value.reduce(0) { min($0 * 10 + Int($1 - 0x30), longest) })
    }

    private func tooLarge(_ maximumSize: Int) -> ParseFailure {
        ParseFailure(expected: "an event of at most \(maximumSize) bytes", found: "a larger one")
    }

    /// Returns the event of the block, or nil if it has no data, and begins the next block, which keeps only the ID.
    mutating func dispatched() -> ServerSentEvent? {
        defer {
            type.removeAll(keepingCapacity: true)
            data.removeAll(keepingCapacity: data.capacity < 1 << 16)
            retry = nil
        }
        guard !data.isEmpty else { return nil }
        return ServerSentEvent(
            id: id ?? "", type: type.isEmpty ? "message" : String(decoding: type, as: UTF8.self),
            data: String(decoding: data.dropLast(), as: UTF8.self), retry: retry)
    }
}
