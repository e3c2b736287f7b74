public import ResourcefulCore

/// One thing that a server may answer to a resource: success, nothing, an error.
public struct Sample<Value>: Sendable, CustomStringConvertible {
    /// What it shows.
    public let name: String
    /// The resource.
    public let resource: Resource<Value>
    /// What the server answers.
    public let answer: StubAnswer

    /// The name.
    public var description: String { name }

    /// The stub that answers the resource so.
    public var stub: Stub { Stub(resource).answers(answer) }

    /// What a load comes to, validated and parsed as a live response is; without a plan, a policy or a wait.
    ///
    /// - Throws: what a load would.
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

/// The samples of a resource: named answers, in the test target and nowhere else.
///
///     extension Episode {
///         static let samples = Samples(
///             of: all,
///             [
///                 "two": .fixture("episodes.json"),
///                 "none": .json([Episode]()),
///                 "gone": .status(410),
///             ])
///     }
///
///     var run = DryRun([Episode.samples["none"]])
///     @Test(arguments: Episode.samples) func `each is shown`(sample: Sample<[Episode]>) { … }
public struct Samples<Value>: Sendable, RandomAccessCollection {
    /// The resource.
    public let resource: Resource<Value>
    private let samples: [Sample<Value>]

    /// Samples by their names, in their order.
    public init(of resource: Resource<Value>, _ answers: KeyValuePairs<String, StubAnswer>) {
        self.resource = resource
        samples = answers.map { Sample(name: $0.key, resource: resource, answer: $0.value) }
    }

    /// The stub that answers as the sample of a name does. Where there is none, it fails the load with the names that
    /// there are.
    public subscript(name: String) -> Stub {
        if let sample = samples.first(where: { $0.name == name }) { return sample.stub }
        return Stub(resource).answers(StubAnswer(.mistake(MissingSample(name, among: samples.map(\.name)))))
    }

    /// The first place.
    public var startIndex: Int { samples.startIndex }
    /// The place after the last.
    public var endIndex: Int { samples.endIndex }
    /// The sample at a place.
    public subscript(position: Int) -> Sample<Value> { samples[position] }
}

/// A sample that is asked for and does not exist.
struct MissingSample: Error, CustomStringConvertible {
    let description: String

    init(_ name: String, among names: [String]) {
        let nearest = NameDistance.nearest(to: name, among: names, limit: 5)
        description =
            "there is no sample \(name.debugDescription)"
            + (nearest.isEmpty ? "" : "; the nearest: \(nearest.joined(separator: ", "))")
    }
}
