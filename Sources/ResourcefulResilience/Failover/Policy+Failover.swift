extension Policy {
    /// Asks the next of several equivalent hosts if one fails, and continues with the host that serves.
    ///
    /// A request to any of the hosts is sent to the one that served last. After a while, one load tries the first host
    /// again. Credentials are sent to each host: list only hosts that may see them. Requests to other origins aren't
    /// changed.
    ///
    /// A request that isn't safe to send twice (see `RetryRule`) is sent to the next host only if the connection
    /// couldn't be made and its body isn't a stream. Otherwise the next load begins there.
    ///
    /// The load fails at the request stage if the list is empty or has more than 256 hosts, if a URL has a path, a
    /// query, a fragment or a user, if a host is listed twice, or if `http` and `https` are mixed.
    ///
    /// - Parameters:
    ///   - hosts: The scheme, host and port of each host, the preferred one first; at most 256.
    ///   - outcomes: The outcomes after which the next host is asked.
    ///   - returning: The time after which the first host is tried again.
    public static func failover(
        among hosts: [URL], on outcomes: Outcomes = .serverFailure.or(.transport(.insecure, .circuitOpen)),
        returning: Duration = .seconds(60)
    ) -> Policy {
        let list: HostList
        do throws(RequestError) {
            list = try HostList(hosts, returning: returning)
        } catch {
            return .failing(error.message)
        }
        let names = list.origins.map(\.description).joined(separator: ", ")
        return Policy(named: "failover: \(names)", role: .failover, explainedBy: list) { request, next in
            guard let origin = Origin(request.url), list.origins.contains(origin) else { return next(request) }
            return Failover(list: list, outcomes: outcomes, request: request, next: next).plan()
        }
    }
}

/// The hosts that one load asks.
private struct Failover: Sendable {
    let list: HostList
    let outcomes: Outcomes
    let request: Request
    let next: Policy.Sending

    func plan() -> Plan<Response> {
        Plan.read(list.name).flatMap { entry in
            guard let remembered = list.remembered(entry) else {
                return ask(list.order(from: nil, tryingFirst: false)[...])
            }
            guard request.objectionToRepeating == nil else {
                return ask(list.order(from: remembered, tryingFirst: false)[...], remembered)
            }
            return tryFirst().flatMap { isDue in
                let order = list.order(from: remembered, tryingFirst: isDue)[...]
                guard isDue else { return ask(order, remembered) }
                return note(.tried, 0, "trying \(list.origins[0]) again").flatMap { ask(order, remembered) }
            }
        }
    }

    /// Whether this load tries the first host again. Only one load does; the others continue with the host that serves.
    private func tryFirst() -> Plan<Bool> {
        Plan.now.flatMap { now in
            Plan.update(list.name) { entry in
                list.isDue(entry, at: now) ? list.remembered(entry).flatMap { list.entry(for: $0, at: now) } : entry
            }
            .map { list.isDue($0, at: now) }
        }
    }

    /// Asks one host after the other until one serves.
    private func ask(_ order: ArraySlice<Int>, _ remembered: Int? = nil) -> Plan<Response> {
        guard let index = order.first else { return .failure(CancellationError()) }
        return next(list.request(request, to: index)).continuing { outcome in
            var outcome = outcome
            guard let failure = outcomes.match(&outcome, of: request) else {
                guard case .success = outcome, index != remembered ?? 0 else { return .outcome(outcome) }
                return remember(index).continuing { [outcome] _ in .outcome(outcome) }
            }
            guard let following = order.dropFirst().first else {
                return note(.gaveUp, index, "\(list.origins[index]): \(failure); no other host is left")
                    .continuing { [outcome] _ in .outcome(outcome) }
            }
            let reason = "\(list.origins[index]): \(failure)"
            let host = list.origins[following]
            if let objection = objection(toRepeatingAfter: outcome) {
                return note(.switched, index, "\(reason), using \(host) from the next load on: \(objection)")
                    .flatMap { remember(following) }
                    .continuing { [outcome] _ in .outcome(outcome) }
            }
            return note(.switched, index, "\(reason), trying \(host)").flatMap { ask(order.dropFirst(), remembered) }
        }
    }

    private func objection(toRepeatingAfter outcome: Result<Response, any Error>) -> String? {
        guard let objection = request.objectionToRepeating else { return nil }
        let isUnsent = Outcomes.transport(
            .cannotResolveHost, .cannotConnect, .proxyRefused, .circuitOpen, .addressRefused)
        return isUnsent.contains(outcome) && request.body?.canBeSentAgain != false ? nil : objection
    }

    private func remember(_ index: Int) -> Plan<Void> {
        guard index != 0 else { return .write(nil, to: list.name) }
        return Plan.now.flatMap { Plan<Void>.write(list.entry(for: index, at: $0), to: list.name) }
    }

    private func note(_ action: LoadDecision.Action, _ index: Int, _ reason: String) -> Plan<Void> {
        .note(LoadDecision(.failover, action, of: list.origins[index], reason))
    }
}

extension Policy.Role {
    /// Asks another host if one fails.
    public static let failover = Policy.Role(
        "failover", inside: [.signing: "another host gets the first host's signature"])
}

extension LoadDecision.Kind {
    /// A request to another host.
    public static let failover: LoadDecision.Kind = "failover"
}

extension LoadDecision.Action {
    /// Another host is asked.
    public static let switched: LoadDecision.Action = "switched"
}
