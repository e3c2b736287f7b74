/// The steps of one upload: which request follows an answer.
struct UploadRun: Sendable {
    private let upload: ResumableUpload
    private let creation: Request
    private let file: FileState
    private let report: @Sendable (UploadProgress) -> Void
    private let name: String

    init(
        _ upload: ResumableUpload, _ creation: Request, _ file: FileState,
        _ report: @escaping @Sendable (UploadProgress) -> Void
    ) {
        (self.upload, self.creation, self.file, self.report) = (upload, creation, file, report)
        name = UploadRecord.name(upload.file, creation)
    }

    /// What went wrong so far, which the rule limits.
    private struct Troubles {
        /// The failures since the last progress.
        var failures = 0
        /// How often the upload began again because the server had forgotten it.
        var restarts = 0

        /// The most that the server had. One that loses what it has confirmed makes no progress.
        var reached = 0

        var failed: Troubles { Troubles(failures: failures + 1, restarts: restarts, reached: reached) }
        var restarted: Troubles { Troubles(failures: failures, restarts: restarts + 1) }
        func progressed(to offset: Int) -> Troubles {
            offset > reached ? Troubles(restarts: restarts, reached: offset) : self
        }
    }

    private var rules: UploadProtocol { upload.uploadProtocol }

    /// The record of an earlier run, if it is of the same file.
    var known: Plan<UploadRecord?> {
        Plan.read(name).map { entry in entry.flatMap { UploadRecord($0) }.flatMap { $0.file == file ? $0 : nil } }
    }

    /// Forgets the upload.
    var forgotten: Plan<Void> { .write(nil, to: name) }

    /// The upload, from where it is.
    var uploaded: Plan<UploadedFile> {
        known.flatMap { record -> Plan<UploadedFile> in record.map { asked($0) } ?? created() }
    }

    /// Creates the upload, and sends the first piece.
    private func created(_ troubles: Troubles = Troubles()) -> Plan<UploadedFile> {
        var request = creation.uncached()
        request.method = .post
        rules.create(&request, size: file.size, name: upload.file.lastPathComponent, mark: mark)
        return answered(request, troubles, ifGone: .fail, again: created) { [request = creation] response in
            if let largest = rules.limit(.size, in: response), largest < file.size {
                throw UploadError(
                    .tooLarge, "the server accepts at most \(largest) bytes, and the file has \(file.size)")
            }
            guard let location = rules.place(in: response, to: request) else {
                throw UploadError(.server, "the server created an upload without a location")
            }
            guard Self.mayContinue(at: location, from: request.url) else {
                throw UploadError(.server, "the server wants an upload to continue without encryption")
            }
            let record = UploadRecord(
                location: location, file: file, largestPiece: rules.limit(.piece, in: response))
            return Plan<Date>.now.flatMap { now -> Plan<UploadedFile> in
                Plan.write(try record.entry(at: now), to: name).flatMap {
                    reported(record, UploadParts(), of: response, troubles)
                }
            }
        }
    }

    /// Asks how much the server has, and sends the rest.
    private func asked(_ record: UploadRecord, _ troubles: Troubles = Troubles()) -> Plan<UploadedFile> {
        if rules.hasParts { return listed(record, UploadParts(), troubles) }
        let request = request(.head, to: record)
        return answered(request, troubles, again: { asked(record, $0) }) { response in
            guard let offset = rules.offset(in: response), offset <= file.size else {
                throw UploadError(.server, "the server doesn't say how much it has")
            }
            return reported(record, UploadParts(size: offset), of: response, troubles.progressed(to: offset))
        }
    }

    /// Asks which parts the server has, a list after the other, and sends the rest.
    private func listed(
        _ record: UploadRecord, _ known: UploadParts, _ troubles: Troubles
    ) -> Plan<UploadedFile> {
        let marker = known.tags.isEmpty ? nil : "\(known.tags.count)"
        let request = request(.get, to: record).query("part-number-marker", marker)
        return answered(request, troubles, again: { listed(record, known, $0) }) { response in
            var parts = known
            let isMore = parts.append(listed: String(decoding: response.body, as: UTF8.self))
            guard parts.size <= file.size, parts.tags.count <= 10_000, parts.first != 0 || file.size == 0 else {
                throw UploadError(.server, "the server has parts that the file can't have")
            }
            if isMore { return listed(record, parts, troubles) }
            return reported(record, parts, of: response, troubles.progressed(to: parts.size))
        }
    }

    /// Reports what the server has, and sends the rest, if there is any.
    private func reported(
        _ record: UploadRecord, _ parts: UploadParts, of response: Response, _ troubles: Troubles,
        hasSentEnd: Bool = false
    ) -> Plan<UploadedFile> {
        report(UploadProgress(received: parts.size, total: file.size))
        if rules.isComplete(response, offset: parts.size, of: file.size, hasSentEnd: hasSentEnd) {
            return forgotten.map { UploadedFile(url: record.location, response: response) }
        }
        if rules.hasParts, parts.size == file.size, !parts.tags.isEmpty { return completed(record, parts, troubles) }
        guard !hasSentEnd else {
            return .failure(
                UploadError(.server, "the server has the last piece, and says that the upload isn't complete"))
        }
        return appended(record, parts, troubles)
    }

    /// Has the parts put together.
    private func completed(
        _ record: UploadRecord, _ parts: UploadParts, _ troubles: Troubles
    ) -> Plan<UploadedFile> {
        let request = request(.post, to: record).body(.data(parts.completion, mediaType: "application/xml"))
        return answered(request, troubles, again: { completed(record, parts, $0) }) { response in
            forgotten.map { UploadedFile(url: creation.url, response: response) }
        }
    }

    /// Sends the piece that follows.
    private func appended(_ record: UploadRecord, _ parts: UploadParts, _ troubles: Troubles) -> Plan<UploadedFile> {
        Plan.value(()).flatMap { () -> Plan<UploadedFile> in
            let wanted = rules.pieceSize(upload.pieceSize, after: parts, of: file.size)
            let piece: Data
            do {
                piece = try file.piece(
                    of: upload.file, from: parts.size, atMost: min(wanted, max(1, record.largestPiece ?? .max)))
            } catch let error as UploadError where error.kind == .changed {
                return forgotten.flatMap { Plan<UploadedFile>.failure(error) }
            }
            var request = request(.patch, to: record)
            rules.append(&request, piece, after: parts, of: file.size)
            return answered(request, troubles, again: { asked(record, $0) }) { response in
                var parts = parts
                if rules.hasParts {
                    guard let tag = response.headerFields["ETag"] else {
                        throw UploadError(.server, "the server received a part, and gave it no entity tag")
                    }
                    parts.append(tag, size: piece.count)
                } else {
                    let next = rules.offset(in: response) ?? parts.size + piece.count
                    guard next <= file.size, next > parts.size || piece.isEmpty else {
                        throw UploadError(
                            .server, "the server received a piece, and has \(next) bytes after \(parts.size)")
                    }
                    parts = UploadParts(size: next)
                }
                return reported(
                    record, parts, of: response, troubles.progressed(to: parts.size),
                    hasSentEnd: parts.size == file.size)
            }
        }
    }

    /// What follows when the server doesn't know what a request is about.
    private enum Gone {
        case restart, fail, goOn
    }

    /// Looks whether a store that has forgotten an upload has put its parts together, and begins again if not. Only the
    /// response was lost then, or the process ended before it was noted.
    private func found(_ troubles: Troubles) -> Plan<UploadedFile> {
        var request = creation.uncached()
        (request.method, request.body) = (.head, nil)
        rules.leave(&request)
        return answered(request, troubles, ifGone: .goOn, again: found) { response in
            guard response.status.isSuccessful, response.headerFields[UploadProtocol.mark] == mark else {
                return forgotten.flatMap { created(troubles.restarted) }
            }
            report(UploadProgress(received: file.size, total: file.size))
            return forgotten.map { UploadedFile(url: creation.url, response: response) }
        }
    }

    /// What tells the object of this file, as it is, from others.
    private var mark: String {
        let text = "\(name)\n\(file.size)\n\(file.modified)"
        return Data(MessageDigest.sha256(Array(text.utf8)).prefix(18)).base64EncodedString()
    }

    /// Sends a request. A success leads on; a failure that the rule names is followed by a wait and another attempt;
    /// an upload that is gone begins again.
    private func answered(
        _ request: Request, _ troubles: Troubles, ifGone: Gone = .restart,
        again: @escaping @Sendable (Troubles) -> Plan<UploadedFile>,
        next: @escaping @Sendable (Response) throws -> Plan<UploadedFile>
    ) -> Plan<UploadedFile> {
        let outcome = Plan.send(request).map { Result<Response, any Error>.success($0) }
            .recover { Plan<Result<Response, any Error>>.value(.failure($0)) }
        return outcome.flatMap { outcome -> Plan<UploadedFile> in
            let outcome = outcome.map(rules.judged)
            if case .success(let response) = outcome,
                response.status.isSuccessful || ifGone == .goOn && Self.hasNone(response)
            {
                return try next(response)
            }
            let failure = Self.error(outcome, of: request)
            if ifGone == .restart, case .success(let response) = outcome, Self.isGone(response),
                troubles.restarts < upload.rule.limit
            {
                return rules.hasParts ? found(troubles) : forgotten.flatMap { created(troubles.restarted) }
            }
            guard troubles.failures < upload.rule.limit, upload.rule.outcomes.contains(outcome) else { throw failure }
            return waited(troubles.failures, after: outcome, failure).flatMap { again(troubles.failed) }
        }
    }

    /// Waits as long as the server asks for, or as the rule says.
    private func waited(
        _ failures: Int, after outcome: Result<Response, any Error>, _ failure: any Error
    ) -> Plan<Void> {
        Plan<Date>.now.flatMap { now -> Plan<Void> in
            let fields = (try? outcome.get())?.headerFields
            if let asked = fields?.retryAfter?.duration(from: fields?.date ?? now) {
                guard asked <= upload.rule.longestRetryAfter else { throw failure }
                return .wait(for: asked)
            }
            return Plan<UInt64>.random.flatMap { number in
                Plan.wait(for: upload.rule.waits.wait(before: failures, drawing: number))
            }
        }
    }

    /// Returns a request about the upload, which no cache answers. Fields of the program go with it to the origin that
    /// it chose.
    func request(_ method: Request.Method, to record: UploadRecord) -> Request {
        let isSameOrigin = Origin(record.location) != nil && Origin(record.location) == Origin(creation.url)
        var request = creation
        if !isSameOrigin { request = Request(url: record.location) }
        (request.method, request.url, request.body) = (method, record.location, nil)
        request.timeout = creation.timeout
        for name: HeaderFields.Name in ["Content-Type", "Upload-Metadata", "Upload-Length", "Idempotency-Key"] {
            request.headerFields[name] = nil
        }
        rules.leave(&request)
        rules.state(&request)
        return request.uncached()
    }

    /// Whether the server no longer knows an upload.
    static func isGone(_ response: Response) -> Bool { response.status == 404 || response.status == 410 }

    /// Whether a store shows no object. It may not say so to those who can't list its objects.
    private static func hasNone(_ response: Response) -> Bool { isGone(response) || response.status == 403 }

    private static func mayContinue(at location: URL, from url: URL) -> Bool {
        guard let place = Origin(location), let origin = Origin(url) else { return false }
        return place.scheme == "https" || origin.scheme == place.scheme
    }

    private static func error(_ outcome: Result<Response, any Error>, of request: Request) -> any Error {
        switch outcome {
        case .failure(let error): error
        case .success(let response): LoadError(stage: .status, request: request, response: response)
        }
    }
}
