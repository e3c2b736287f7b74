/// A command that sends a request through the policies of its resource, of its plan, and of the Webservice.
package struct SendThroughPolicies: Command {
    package typealias Outcome = Response

    /// The request.
    package let sent: Request
    /// The policies of its resource.
    package let policy: Policy?
    /// Whether to ask for JSON if nothing else sets Accept.
    private let asksForJSON: Bool

    /// Creates a command from a request and what its resource does to it.
    package init(sent: Request, policy: Policy? = nil, asksForJSON: Bool = false) {
        self.sent = sent
        self.policy = policy
        self.asksForJSON = asksForJSON
    }

    /// Returns the request with the changes of the plans around it. It asks for JSON if the resource does and neither
    /// the request nor these plans set Accept.
    package func request(in layers: RequestLayers) -> Request {
        var request = sent
        for change in layers.changes { change(&request) }
        if asksForJSON { request.askForJSON() }
        return request
    }

    /// Whether the request only needs its URL resolved and its redirects followed if there are no other policies.
    package var isPlain: Bool { policy == nil && sent.isPlain }

    package var request: Request? { sent }

    package var text: String { "\(sent)" }

    package func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<Response, Performer.Value>
    ) -> Performer.Answer {
        interpreter.send(self, then: next)
    }
}

/// A command that exchanges a request for its response, after everything else has been done to the request.
struct SendDirectly: Command {
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
    /// Sends a request through all policies, and follows redirects. A response with any status is a value; only an
    /// exchange that doesn't complete is an error.
    ///
    /// In a policy, it sends a request of the policy's own: the request passes through no other policy, but its URL is
    /// resolved and redirects are followed. To send a request through the policies further inside, call the policy's
    /// `next`.
    public static func send(_ request: Request) -> Plan { Plan(SendThroughPolicies(sent: request)) }

    /// Exchanges a request for its response, without any policies.
    package static func exchange(_ request: Request) -> Plan { Plan(SendDirectly(sent: request)) }
}
