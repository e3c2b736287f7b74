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
    private let timeout: Duration
    private let setup: PostgresSetup
    private var connection: PostgresConnection?
    /// Whether the server may keep what it has made of a command, for its next time. A pool between them may not.
    private var prepares = true
    /// When the server should have answered a command that nobody waits for any longer; nil if there is none. The next
    /// command waits for that answer first: to connect again would take longer, when all are busy.
    private var owed: ContinuousClock.Instant?
    private var isClosed = false

    /// Creates a line.
    ///
    /// - Parameters:
    ///   - address: A connection string of libpq.
    ///   - timeout: How long a command may take.
    ///   - setup: What is done on each new connection.
    init(_ address: String, timeout: Duration, setup: PostgresSetup) {
        (self.address, self.timeout, self.setup) = (address, timeout, setup)
    }

    /// Runs a command with values of the type `bytea`, and returns the rows.
    ///
    /// - Throws: ``PostgresFailure`` if the server refuses the command, doesn't answer in time or can't be reached.
    ///   Then the command may or may not have been carried out.
    func rows(
        _ command: String, _ values: [[UInt8]?], until end: ContinuousClock.Instant
    ) throws -> [[[UInt8]?]] {
        // The server didn't answer the commands before this one.
        guard end > .now else { throw late }
        if isClosed { throw PostgresFailure("the store was closed") }
        do {
            try settle(until: end)
            try open(until: end)
            do {
                return try answer(to: command, values, until: end)
            } catch let failure as PostgresFailure where failure.isUnprepared && prepares {
                // Nothing was done.
                prepares = false
                return try answer(to: command, values, until: end)
            }
        } catch {
            // What arrives later would be taken for the answer of a later command.
            if owed == nil { connection = nil }
            throw error
        }
    }

    /// Throws unless the server answers. A connection that still owes an answer is replaced.
    func probe(until end: ContinuousClock.Instant) throws {
        if owed != nil { (connection, owed) = (nil, nil) }
        _ = try rows("SELECT 1", [], until: end)
    }

    /// Ends the connection.
    func close() { (connection, isClosed) = (nil, true) }

    /// Waits for the answer to an earlier command that nobody waits for any longer.
    private func settle(until end: ContinuousClock.Instant) throws {
        guard let owed, let line = connection?.line else { return }
        do {
            _ = try answer(on: line, until: end)
        } catch let failure as PostgresFailure where failure.isLate && .now - owed < max(timeout, .seconds(1)) {
            throw failure
        } catch let failure as PostgresFailure where failure.isRejection {
            // Nobody wants to know any longer.
        } catch {
            // A connection that was lost on its way doesn't always say so.
            connection = nil
        }
        self.owed = nil
    }

    private func open(until end: ContinuousClock.Instant) throws {
        if let connection, connection.isAlive { return }
        guard let line = PQconnectStart(address) else { throw PostgresFailure("there is no memory") }
        connection = PostgresConnection(line)
        // Notices, such as of a table that is there already, don't belong in the program's output.
        PQsetNoticeProcessor(line, { _, _ in }, nil)
        var next = PGRES_POLLING_WRITING
        while next != PGRES_POLLING_OK {
            guard next != PGRES_POLLING_FAILED, PQstatus(line) != CONNECTION_BAD else { throw failure(of: line) }
            try wait(for: next == PGRES_POLLING_WRITING ? POLLOUT : POLLIN, on: line, until: end)
            next = PQconnectPoll(line)
        }
        if try answer(to: setup.test, [], until: end) != [[[1]]] {
            for command in setup.commands { _ = try answer(to: command, [], until: end) }
        }
        do {
            _ = try answer(to: setup.upkeep, [], until: end)
        } catch let failure as PostgresFailure where failure.isRejection {
            // A full server deletes nothing, and can be read all the same.
        }
    }

    private func answer(
        to command: String, _ values: [[UInt8]?], until end: ContinuousClock.Instant
    ) throws -> [[[UInt8]?]] {
        guard let connection else { throw PostgresFailure("the connection was lost") }
        let line = connection.line
        guard prepares, !values.isEmpty else {
            try send(command, values, on: line, isName: false)
            return try answer(on: line, until: end)
        }
        let (name, isNew) = connection.name(of: command)
        if isNew {
            guard PQsetnonblocking(line, 1) == 0, PQsendPrepare(line, name, command, 0, nil) == 1 else {
                throw failure(of: line)
            }
            _ = try answer(on: line, until: end)
        }
        try send(name, values, on: line, isName: true)
        do {
            return try answer(on: line, until: end)
        } catch let failure as PostgresFailure where failure.isLate {
            if PQflush(line) == 0 { owed = end }
            throw failure
        }
    }

    private func answer(on line: OpaquePointer, until end: ContinuousClock.Instant) throws -> [[[UInt8]?]] {
        while true {
            let unsent = PQflush(line)
            guard unsent >= 0 else { throw failure(of: line) }
            guard unsent > 0 || PQisBusy(line) != 0 else { break }
            try wait(for: unsent > 0 ? POLLIN | POLLOUT : POLLIN, on: line, until: end)
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

    private func wait(for events: Int32, on line: OpaquePointer, until end: ContinuousClock.Instant) throws {
        var place = pollfd(fd: PQsocket(line), events: Int16(truncatingIfNeeded: events), revents: 0)
        // If this process was paused, the answer may be there: it is looked at once more.
        let left = max(.milliseconds(20), end - .now)
        let count = poll(&place, 1, Int32(clamping: Int64((left / .milliseconds(1)).rounded(.up))))
        guard count != 0 else { throw late }
    }

    private var late: PostgresFailure {
        PostgresFailure("no answer within \(Int(timeout / .milliseconds(1))) ms", isLate: true)
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

/// What a connection does first.
struct PostgresSetup: Sendable {
    /// Finds out whether all is there.
    let test: String
    /// Create all.
    let commands: [String]
    /// Deletes some of the rows that have expired.
    let upkeep: String

    /// Creates a setup.
    ///
    /// - Parameters:
    ///   - function: The function that is created last.
    ///   - table: The table whose rows expire.
    ///   - commands: What creates all, with an empty line after each command.
    init(function: String, table: String, commands: String) {
        test = "SELECT to_regprocedure('\(function)') IS NOT NULL"
        self.commands = commands.split(separator: "\n\n").map(String.init)
        upkeep = """
            DELETE FROM \(table) WHERE id IN (
                SELECT id FROM \(table) WHERE expires < now() LIMIT 1000 FOR UPDATE SKIP LOCKED)
            """
    }
}

/// What a server has refused, or not answered in time.
struct PostgresFailure: ServerFailure, CustomStringConvertible {
    let description: String
    let isRejection: Bool
    let isLate: Bool
    /// The server's code of what it has refused.
    private let code: String

    init(_ description: String, isRejection: Bool = false, isLate: Bool = false, code: String = "") {
        (self.description, self.isRejection, self.isLate, self.code) = (description, isRejection, isLate, code)
    }

    /// Whether the server didn't know a command by its name, or has another one of that name.
    var isUnprepared: Bool { code == "26000" || code == "42P05" }
}

/// Runs the jobs of a line on a thread that may block.
private final class LineQueue: SerialExecutor {
    private let queue = DispatchQueue(label: "ResourcefulPostgres")

    func enqueue(_ job: UnownedJob) { queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) } }
    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
