/// One possible answer of a server to a resource: a success, an empty result, an error.
public struct Sample<Value>: Sendable, CustomStringConvertible {
    /// The name of the sample.
    public let name: String
    /// The resource.
    public let resource: Resource<Value>
    /// The server's answer.
    public let answer: StubAnswer

    /// The name.
    public var description: String { name }

    /// The stub that gives this answer to the resource's request.
    public var stub: Stub { Stub(resource).answers(answer) }

    /// Returns the value that a load has with this answer. The answer is validated and parsed like a live response,
    /// without plans, policies or waits.
    ///
    /// - Throws: The errors of a load.
    public func value() throws -> Value {
        let request = resource.request
        let response: Response
        do {
            response = try answer.outcome(for: request).outcome.get()
        } catch {
            throw LoadError.ofTransport(error, request: request)
        }
        return try resource.value(from: response)
    }
}

/// The samples of a resource: named answers that exist only in the test target.
///
///     extension Episode {
///         static let samples = Samples(
///             of: all,
///             [
///                 "one": .json([Episode(id: 1, title: "Values")]),
///                 "none": .json([Episode]()),
///                 "gone": .status(410),
///             ])
///     }
///
///     var run = DryRun(baseURL: api, [Episode.samples["none"]])
///     let none = try run.load(Episode.all)
public struct Samples<Value>: Sendable, RandomAccessCollection {
    /// The resource.
    public let resource: Resource<Value>
    private let samples: [Sample<Value>]

    /// Creates samples from names and answers, in this order.
    public init(of resource: Resource<Value>, _ answers: KeyValuePairs<String, StubAnswer>) {
        self.resource = resource
        samples = answers.map { Sample(name: $0.key, resource: resource, answer: $0.value) }
    }

    /// The stub that answers like the sample with this name. If there's no such sample, the stub fails the load with an
    /// error that lists the nearest names.
    public subscript(name: String) -> Stub {
        if let sample = samples.first(where: { $0.name == name }) { return sample.stub }
        return Stub(resource).answers(StubAnswer(.mistake(MissingSample(name, among: samples.map(\.name)))))
    }

    /// The position of the first sample.
    public var startIndex: Int { samples.startIndex }
    /// The position after the last sample.
    public var endIndex: Int { samples.endIndex }
    /// The sample at a position.
    public subscript(position: Int) -> Sample<Value> { samples[position] }
}

/// The error for a sample that doesn't exist.
struct MissingSample: Error, CustomStringConvertible {
    let description: String

    init(_ name: String, among names: [String]) {
        let nearest = NameDistance.nearest(to: name, among: names, limit: 5)
        description =
            "there is no sample \(name.debugDescription)"
            + (nearest.isEmpty ? "" : "; the nearest: \(nearest.joined(separator: ", "))")
    }
}
