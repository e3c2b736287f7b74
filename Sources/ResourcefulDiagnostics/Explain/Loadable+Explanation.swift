/// The rehearsal of a load: its explanation, and the requests as they would be sent.
package struct Rehearsal: Sendable {
    /// The explanation, without secrets.
    package let explanation: Explanation
    /// The requests with their secrets and bodies, in their order.
    package let requests: [Request]
}

extension Loadable {
    /// Returns the plan that explains this one. It reads the store and the cache, tells the time and draws numbers; it
    /// never writes, sends or waits.
    package func rehearsed(by order: LoadOrder) -> Plan<Rehearsal> {
        let plan = plan
        return Plan.now.flatMap { now in
            rehearsal(of: plan, in: RehearsalScope(order: order), Findings(at: now)).map { rehearsed in
                Rehearsal(
                    explanation: Explanation(rehearsed.findings, end: rehearsed.outcome?.end),
                    requests: rehearsed.findings.sent.map(\.request))
            }
        }
    }
}

extension Plan {
    /// How a finished plan has ended.
    fileprivate var end: Explanation.End {
        if case .failure(let error) = head { .failure(error) } else { .value }
    }
}

extension Explanation {
    /// The end of a load that needs no response.
    fileprivate enum End {
        case value
        case failure(any Error)
    }

    fileprivate init(_ findings: Findings, end: End?) {
        var lines = findings.lines
        func add(_ subject: String, _ text: String) { lines.append(Line(subject: subject, text: text)) }
        for sent in findings.sent {
            add("sends", "\(sent.request.summary)\(sent.isInBackground ? " in the background" : "")")
        }
        if findings.sent.isEmpty { add("sends", "nothing") }
        switch end {
        case .failure(let error): add("fails", Redaction.standard.line(Redaction.standard.text(of: error), limit: 300))
        case nil where findings.isContinued: add("then", "what depends on a response")
        case nil, .value: break
        }
        for warning in findings.warnings { add("warning", warning) }
        self.lines = lines
        requests = findings.sent.map(\.request.shown)
        warnings = findings.warnings
    }
}

extension Request {
    /// The request on one line, with its conditions and its range.
    fileprivate var summary: String {
        let names: [HeaderFields.Name] = ["If-None-Match", "If-Modified-Since", "If-Match", "If-Range", "Range"]
        let conditions = names.compactMap { name in
            headerFields[name].map { "\(name): \(Redaction.standard.line($0))" }
        }
        return "\(self)" + (conditions.isEmpty ? "" : " (\(conditions.joined(separator: ", ")))")
    }

    /// A copy without secrets and without the body.
    fileprivate var shown: Request {
        let redacted = Redaction.standard.redacted(self)
        return Request(
            url: redacted.url, method: method, headerFields: redacted.headerFields, timeout: timeout)
    }
}
