extension LoadOrder {
    /// Returns the plan from a request to its response for an explanation: each policy also makes its remarks.
    package func remarkingPlan(
        for submission: SendThroughPolicies, in layers: RequestLayers, judge: (any ResourceReader)?
    ) throws -> Plan<Response> {
        let request = try request(of: submission, in: layers)
        let arrangement = arrangement(for: submission, in: layers)
        let plan = arrangement.remarking.plan(for: request) { judge }
        return arrangement.remarks(on: request, in: layers).reversed().reduce(plan) { plan, remark in
            Plan.remark(remark).flatMap { plan }
        }
    }
}

extension Arrangement {
    /// The remarks that don't depend on what is stored: the request, the envelope of its value, and the warnings about
    /// the order.
    fileprivate func remarks(on request: Request, in layers: RequestLayers) -> [Remark] {
        var remarks = layers.isOfPolicy ? [] : [Remark.line("request", "\(request)")]
        if caches || request.hasCacheOptions, let user = users(of: request.identity, and: request) {
            remarks.append(.line("user", user))
        }
        for step in [tracing, enclosing].compactMap({ $0.map { LoadOrder.Step($0) } }) {
            remarks.append(.line(step.name, step.detail))
        }
        return remarks + (warnings + loadWarnings).map { .warning($0) }
    }

    /// The warnings that matter for one load, though the order isn't wrong.
    private var loadWarnings: [String] {
        guard let outer = parts.first(where: \.traits.sendsFirst), let last = parts.lastIndex(where: isCache),
            let first = parts.firstIndex(where: { $0 === outer }), first < last
        else { return [] }
        let name = LoadOrder.Step(outer.traits).name
        return ["\(name) is outside cache: a stored response waits for a token"]
    }

    private func isCache(_ part: Policy.Part) -> Bool { part.traits.role == .cache }
}

extension Policy.Part {
    /// Returns a copy that makes its remarks before it does what it does.
    var remarking: Policy.Part {
        let name = LoadOrder.Step(traits).name
        guard let remarks = traits.remarks else { return namingItself(name) }
        return Policy.Part(traits) { [apply] request, next in
            remarks(request).flatMap { remarks in
                let plan = Plan.catching { try apply(request, next) }
                let supposed =
                    remarks.supposition.map { Plan<Void>.supposing($0, after: plan).flatMap { plan } } ?? plan
                return remarks.all(name).reversed().reduce(supposed) { plan, remark in
                    Plan.remark(remark).flatMap { plan }
                }
            }
        }
    }

    /// Returns a copy that only tells its summary. It also tells of the redirects that it follows, which it can only
    /// know from stored responses.
    private func namingItself(_ name: String) -> Policy.Part {
        let detail = LoadOrder.Step(traits).detail
        return Policy.Part(traits) { [traits, apply] request, next in
            if traits.role == .redirects {
                return try apply(request) { hop in
                    guard hop.url != request.url else { return next(hop) }
                    return Plan.remark(.line(name, "a stored redirect leads to \(hop)")).flatMap { next(hop) }
                }
            }
            let plan = Plan.catching { traits.isWatching ? next(request) : try apply(request, next) }
            return traits.text.isEmpty ? plan : Plan.remark(.line(name, detail)).flatMap { plan }
        }
    }
}

extension PolicyRemarks {
    /// All remarks of a policy with a name.
    fileprivate func all(_ name: String) -> [Remark] {
        (text.map { [Remark.line(subject ?? name, $0)] } ?? [])
            + warnings.map { .warning($0) }
            + (seen.map { [Remark.seenByCache($0)] } ?? [])
    }
}
