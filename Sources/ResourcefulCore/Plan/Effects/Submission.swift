/// A request on its way: through the policies of its resource, those of its plan and those of the Webservice.
package struct Submission: Command {
    package typealias Outcome = Response

    /// The request.
    package let sent: Request
    /// The policies of its resource.
    package let policy: Policy?
    /// Whether JSON is asked for, where nobody says what is.
    private let asksForJSON: Bool

    /// A request, and what its resource does to it.
    package init(sent: Request, policy: Policy? = nil, asksForJSON: Bool = false) {
        self.sent = sent
        self.policy = policy
        self.asksForJSON = asksForJSON
    }

    /// The request, and in it what the resource asks for where neither it nor the plans around it say so.
    package func request(in surroundings: Surroundings) -> Request {
        var request = sent
        for change in surroundings.changes { change(&request) }
        if asksForJSON { request.askForJSON() }
        return request
    }

    /// Whether nothing has to be done for it, where there are no policies, but to resolve its URL and to follow
    /// redirects.
    package var isPlain: Bool { policy == nil && sent.isPlain }

    package var request: Request? { sent }

    package var text: String { "\(sent)" }

    package func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<Response, Performer.Value>
    ) -> Performer.Answer {
        interpreter.send(self, then: next)
    }
}

/// A request that has passed through all that is done to requests.
struct Exchange: Command {
    typealias Outcome = Response
    let sent: Request

    var text: String { "\(sent)" }

    func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<Response, Performer.Value>
    ) -> Performer.Answer {
        interpreter.exchange(sent, then: next)
    }
}

extension Plan where Value == Response {
    /// Sends a request through all policies, and follows redirections. Every status is a response; only an exchange
    /// that does not come to its end is an error.
    ///
    /// In a policy it is a request of the policy's own: it passes through no other policy, but its URL is resolved, and
    /// redirections are followed. What goes on to the policies further inside is sent by the policy's `next`.
    public static func send(_ request: Request) -> Plan { Plan(Submission(sent: request)) }

    /// Exchanges a request for its response, whatever the policies are.
    static func exchange(_ request: Request) -> Plan { Plan(Exchange(sent: request)) }
}
