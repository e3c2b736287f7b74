import CPostgres
import Dispatch
import Foundation
import ResourcefulFleet

/// A connection to a server, which is opened when it is needed, and again after it was lost. It waits on a thread of
/// its own, one command after the other.
actor PostgresLine {
    private nonisolated let queue = LineQueue()
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private let address: String
    private let setup: PostgresSetup
    private var connection: PostgresConnection?
    /// Whether the server may keep what it has made of a command, for its next time. A pool between them may not.
    private var prepares = true
    private var isClosed = false
    /// When the connection was lost.
    private var lost: ContinuousClock.Instant?

    /// Creates a line.
    ///
    /// - Parameters:
    ///   - address: A connection string of libpq.
    ///   - setup: What is done on each new connection.
    init(_ address: String, setup: PostgresSetup) { (self.address, self.setup) = (address, setup) }

    /// Runs a command with binary values, and returns the rows.
    ///
    /// - Throws: ``PostgresFailure`` if the server refuses the command, doesn't answer in time or can't be reached.
    ///   Then the command may or may not have been carried out.
    func rows(_ command: String, _ values: [[UInt8]?], _ limit: AnswerLimit) throws -> [[[UInt8]?]] {
        // The server didn't answer the command before this one: their times don't add up.
        if let lost, limit.start < lost { throw limit.late }
        let limit = limit.again
        if isClosed { throw PostgresFailure("the store was closed") }
        do {
            try open(limit)
            do {
                return try answer(to: command, values, limit)
            } catch let failure as PostgresFailure where failure.isUnprepared && prepares {
                // Nothing was done.
                prepares = false
                return try answer(to: command, values, limit)
            }
        } catch {
            // What arrives later would be taken for the answer of a later command.
            (connection, lost) = (nil, .now)
            throw error
        }
    }

    /// Ends the connection.
    func close() { (connection, isClosed) = (nil, true) }

    private func open(_ limit: AnswerLimit) throws {
        if let connection, connection.isAlive { return }
        guard let line = PQconnectStart(address) else { throw PostgresFailure("there is no memory") }
        connection = PostgresConnection(line)
        // Notices, such as of a table that is there already, don't belong in the program's output.
        PQsetNoticeProcessor(line, { _, _ in }, nil)
        var next = PGRES_POLLING_WRITING
        while next != PGRES_POLLING_OK {
            guard next != PGRES_POLLING_FAILED, PQstatus(line) != CONNECTION_BAD else { throw failure(of: line) }
            try wait(for: next == PGRES_POLLING_WRITING ? POLLOUT : POLLIN, on: line, limit)
            next = PQconnectPoll(line)
        }
        try setup.run { try answer(to: $0, [], limit.again) }
    }

    private func answer(
        to command: String, _ values: [[UInt8]?], _ limit: AnswerLimit
    ) throws -> [[[UInt8]?]] {
        guard let connection else { throw PostgresFailure("the connection was lost") }
        let line = connection.line
        guard prepares, !values.isEmpty else {
            try send(command, values, on: line, isName: false)
            return try answer(on: line, limit)
        }
        let (name, isNew) = connection.name(of: command)
        if isNew {
            guard PQsetnonblocking(line, 1) == 0, PQsendPrepare(line, name, command, 0, nil) == 1 else {
                throw failure(of: line)
            }
            _ = try answer(on: line, limit)
        }
        try send(name, values, on: line, isName: true)
        return try answer(on: line, limit.again)
    }

    private func answer(on line: OpaquePointer, _ limit: AnswerLimit) throws -> [[[UInt8]?]] {
        while true {
            let unsent = PQflush(line)
            guard unsent >= 0 else { throw failure(of: line) }
            guard unsent > 0 || PQisBusy(line) != 0 else { break }
            try wait(for: unsent > 0 ? POLLIN | POLLOUT : POLLIN, on: line, limit)
            guard PQconsumeInput(line) == 1 else { throw failure(of: line) }
        }
        var rows: [[[UInt8]?]] = []
        while let result = PQgetResult(line) {
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_TUPLES_OK: rows += (0..<PQntuples(result)).map { Self.row($0, of: result) }
            case PGRES_COMMAND_OK: break
            default:
                let code = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
                throw failure(of: line, code: code)
            }
        }
        return rows
    }

    /// Sends a command, or the name of one that the server knows, and its values, without waiting for the socket.
    private func send(_ command: String, _ values: [[UInt8]?], on line: OpaquePointer, isName: Bool) throws {
        // All values in one piece of memory, so that one pointer serves all; an empty value needs a place, too.
        let bytes = values.reduce(into: [UInt8]()) { $0 += ($1 ?? []) + [0] }
        var offset = 0
        let offsets = values.map { value in
            defer { offset += (value?.count ?? 0) + 1 }
            return value == nil ? nil : offset
        }
        let (count, sizes) = (Int32(values.count), values.map { Int32(clamping: $0?.count ?? 0) })
        let formats = values.map { _ in Int32(1) }
        let isSent = bytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                let places = offsets.map { offset in offset.flatMap { bytes.baseAddress?.advanced(by: $0) } }
                guard PQsetnonblocking(line, 1) == 0 else { return false }
                return isName
                    ? PQsendQueryPrepared(line, command, count, places, sizes, formats, 1) == 1
                    : PQsendQueryParams(line, command, count, nil, places, sizes, formats, 1) == 1
            }
        }
        guard isSent else { throw failure(of: line) }
    }

    private static func row(_ row: Int32, of result: OpaquePointer) -> [[UInt8]?] {
        (0..<PQnfields(result)).map { column in
            guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else { return nil }
            return Array(UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, column))))
        }
    }

    private func wait(for events: Int32, on line: OpaquePointer, _ limit: AnswerLimit) throws {
        var place = pollfd(fd: PQsocket(line), events: Int16(truncatingIfNeeded: events), revents: 0)
        var (count, isFirst): (Int32, Bool) = (0, true)
        while count == 0 {
            let left = try limit.next(isFirst: isFirst)
            count = poll(&place, 1, Int32(clamping: Int64((left / .milliseconds(1)).rounded(.up))))
            isFirst = false
        }
    }

    /// Returns what the server says, with the code of its refusal; nil if it hasn't refused anything.
    private func failure(of line: OpaquePointer, code: String? = nil) -> PostgresFailure {
        let text = String(cString: PQerrorMessage(line))
        return PostgresFailure(
            text.split(separator: "\n").first.map(String.init) ?? "the connection was lost",
            isRejection: code != nil && PQstatus(line) == CONNECTION_OK, code: code ?? "")
    }
}

/// A connection of libpq, which ends when it is no longer used.
private final class PostgresConnection {
    let line: OpaquePointer
    /// The names under which the server knows commands.
    private var names: [String: String] = [:]

    init(_ line: OpaquePointer) { self.line = line }

    deinit { PQfinish(line) }

    /// Returns the name of a command, and whether the server doesn't know it yet.
    func name(of command: String) -> (String, isNew: Bool) {
        if let name = names[command] { return (name, false) }
        let name = "resourceful_\(names.count)"
        names[command] = name
        return (name, true)
    }

    /// Whether the connection hasn't ended while it wasn't used.
    var isAlive: Bool {
        var place = pollfd(fd: PQsocket(line), events: Int16(POLLIN), revents: 0)
        // A server that ends says so first: what comes after its message is the end.
        while poll(&place, 1, 0) != 0 {
            guard PQconsumeInput(line) == 1, PQstatus(line) == CONNECTION_OK else { return false }
        }
        return true
    }
}

/// Runs the jobs of a line on a thread that may block.
private final class LineQueue: SerialExecutor {
    private let queue = DispatchQueue(label: "ResourcefulPostgres")

    func enqueue(_ job: UnownedJob) { queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) } }
    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
