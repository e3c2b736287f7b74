/// A type whose requests you can change before they are sent: a request, a resource or a plan.
///
/// The modifiers return a changed copy. Later modifiers override earlier ones and the request's own values. On a plan,
/// they change every request that it sends, including those that `flatMap` creates later, so `resource.header(…).plan`
/// is equivalent to `resource.plan.header(…)`.
///
///     let details = Episode.all.flatMap { Episode.number($0[0].id) }
///         .header("Accept-Language", "de")
///         .timeout(.seconds(10))
///
/// To set defaults for requests without values of their own, use the policy ``Policy/headerFields(_:)``.
public protocol RequestChanging: Sendable {
    /// Returns a copy that applies a change to every request it sends.
    func changingRequests(_ change: @escaping @Sendable (inout Request) -> Void) -> Self
}

extension RequestChanging {
    /// Returns a copy that sets a header field, or removes it if the value is nil.
    ///
    /// If the value can't be sent, the load fails at the request stage (see ``HeaderFields/rejected``).
    public func header(_ name: HeaderFields.Name, _ value: String?) -> Self {
        changingRequests { $0.headerFields[name] = value }
    }

    /// Returns a copy with another method (RFC 9110, section 9).
    public func method(_ method: Request.Method) -> Self {
        changingRequests { $0.method = method }
    }

    /// Returns a copy with another body, or without one if it is nil.
    public func body(_ body: Body?) -> Self {
        changingRequests { $0.body = body }
    }

    /// Returns a copy that POSTs a value as JSON: `.method(.post).body(.json(value))`.
    ///
    ///     Resource<Episode>(json: "episodes").posting(draft)
    ///
    /// If the value can't be encoded, the load fails at the request stage.
    public func posting(_ value: some Encodable) -> Self { method(.post).body(.json(value)) }

    /// Returns a copy that POSTs a JSON object with members of different types; nil becomes null.
    ///
    ///     Resource<Episode>(json: "episodes").posting(["title": title, "length": 1800])
    ///
    /// If a value can't be encoded, the load fails at the request stage.
    @_disfavoredOverload
    public func posting(_ members: [String: (any Encodable)?]) -> Self { method(.post).body(.json(members)) }

    /// Returns a copy that accepts the given media types (RFC 9110, section 12.5.1).
    public func accepting(_ mediaTypes: MediaType...) -> Self {
        changingRequests { $0.headerFields.accept = mediaTypes }
    }

    /// Returns a copy with another timeout for each exchange, from start to end; nil leaves it to the transport.
    public func timeout(_ duration: Duration?) -> Self {
        changingRequests { $0.timeout = duration }
    }

    /// Returns a copy with query items appended to the existing ones.
    public func query(_ query: Query) -> Self {
        changingRequests { $0.url = $0.url.appending(query: query) }
    }

    /// Returns a copy with a value added to the query; nil adds nothing.
    ///
    /// The encoding determines how the value is written: by default an array as several items, a date in ISO 8601, a
    /// Boolean as a word. If the value can't be part of a query, the load fails at the request stage, before anything
    /// is sent.
    public func query(_ name: String, _ value: (some Encodable)?, by encoding: Query.Encoding = .standard) -> Self {
        guard let value else { return self }
        return query([name: value], by: encoding)
    }

    /// Returns a copy with an item added to the query; nil adds nothing.
    @_disfavoredOverload
    public func query(_ name: String, _ value: (some StringProtocol)?) -> Self {
        query(Query(value.map { [Query.Item(name, String($0))] } ?? []))
    }

    /// Returns a copy with the items of an encodable value added to the query.
    ///
    /// If the value can't be encoded as a query, the load fails at the request stage, before anything is sent.
    @_disfavoredOverload
    public func query(_ value: some Encodable, by encoding: Query.Encoding = .standard) -> Self {
        let encoded = Result { () throws(RequestError) in try Query(encoding: value, by: encoding) }
        return changingRequests { request in
            switch encoded {
            case .success(let query): request.url = request.url.appending(query: query)
            case .failure(let error): request.rejected.append(error)
            }
        }
    }

    /// Returns a copy with segments appended to the path. Each stays one segment, whatever characters it contains.
    ///
    /// The segments `.` and `..` lead elsewhere, so the load fails at the request stage.
    public func path(_ segments: String...) -> Self { path(segments) }

    /// Returns a copy with segments appended to the path. Each stays one segment, whatever characters it contains.
    ///
    /// The segments `.` and `..` lead elsewhere, so the load fails at the request stage.
    public func path(_ segments: [String]) -> Self {
        changingRequests { request in
            do throws(RequestError) {
                request.url = try request.url.appending(segments: segments)
            } catch {
                request.rejected.append(error)
            }
        }
    }
}

extension Request {
    /// The path of the URL, percent-encoded as in the URL (RFC 3986, section 3.3).
    public var path: String { String(URLText(url).path) }
}

extension Request: RequestChanging {
    /// Returns a changed copy of the request.
    public func changingRequests(_ change: @escaping @Sendable (inout Request) -> Void) -> Request {
        var request = self
        change(&request)
        return request
    }
}
