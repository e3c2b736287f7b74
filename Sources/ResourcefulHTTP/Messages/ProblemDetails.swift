/// A server's description of a problem (RFC 9457), `application/problem+json`.
///
/// Members of the wrong type count as absent, as RFC 9457, section 3.1, requires. ``extensions`` gives access to all
/// other members of the object.
///
///     do {
///         _ = try await webservice.load(Episode.number(7))
///     } catch let error as LoadError {
///         show(error.problem?.title ?? "\(error)")
///     }
public struct ProblemDetails: Error, Hashable, Sendable {
    /// The kind of problem: a URI, possibly relative, or `about:blank`, which adds nothing to the status.
    public var type: String
    /// A short summary of the kind of problem, for people.
    public var title: String?
    /// The status, as the origin of the problem generated it.
    public var status: Response.Status?
    /// An explanation of this occurrence of the problem, for people.
    public var detail: String?
    /// The identifier of this occurrence of the problem: a URI, possibly relative.
    public var instance: String?
    /// The whole object, for members that are specific to the kind of problem: `problem.extensions.balance.int`.
    public var extensions: JSON

    /// Creates the details from a JSON object; nil if the value isn't an object.
    public init?(_ json: JSON) {
        guard (try? json.keys) != nil else { return nil }
        type = (try? json.type.string) ?? "about:blank"
        title = try? json.title.string
        status = (try? json.status.int).flatMap { Response.Status($0) }
        detail = try? json.detail.string
        instance = try? json.instance.string
        extensions = json
    }
}

extension ProblemDetails: Decodable {
    /// Reads the well-formed members. Throws if the object has none of the RFC's members.
    public init(from decoder: any Decoder) throws {
        let json = try JSON(from: decoder)
        let isProblem = ["type", "title", "status", "detail", "instance"].contains { json[$0].exists }
        guard isProblem, let problem = ProblemDetails(json) else {
            throw DecodingError.typeMismatch(
                ProblemDetails.self,
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "It isn't an object with a member of RFC 9457."))
        }
        self = problem
    }
}

extension ProblemDetails: CustomStringConvertible, LocalizedError {
    /// The title and the detail, or else the status or the type, on one line with secrets replaced.
    public var description: String { Redaction.standard.line(text, limit: 2_000) }

    private var text: String {
        let texts = [title ?? status?.description, detail].compactMap { $0 }.filter { !$0.isEmpty }
        guard let first = texts.first else { return type }
        return texts.joined(separator: ".!?".contains(first.suffix(1)) ? " " : ": ")
    }

    /// The message for people: the detail, or else the title or the status, on one line with secrets replaced.
    public var errorDescription: String? {
        (detail ?? title ?? status?.description).map { Redaction.standard.line($0, limit: 2_000) }
    }
}

extension Response {
    /// The problem that the body describes, if the media type is `application/problem+json`.
    public var problem: ProblemDetails? {
        guard headerFields.contentType?.essence == "application/problem+json" else { return nil }
        return (try? JSON(parsing: body)).flatMap { ProblemDetails($0) }
    }
}
