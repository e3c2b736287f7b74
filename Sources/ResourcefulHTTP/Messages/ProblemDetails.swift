#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a server says of a problem (RFC 9457), `application/problem+json`.
///
/// A member of a wrong type counts as absent, as the RFC says (section 3.1). What else the object holds is in
/// ``extensions``.
public struct ProblemDetails: Error, Hashable, Sendable {
    /// What kind of problem it is: a URI, perhaps relative, or `about:blank`, which says no more than the status.
    public var type: String
    /// The kind of problem, for a person.
    public var title: String?
    /// The status, as whoever made the problem saw it.
    public var status: Response.Status?
    /// What went wrong this time, for a person.
    public var detail: String?
    /// Which occurrence of the problem it is: a URI, perhaps relative.
    public var instance: String?
    /// The whole object, for the members that its kind of problem adds: `problem.extensions.balance.int`.
    public var extensions: JSON

    /// What a JSON object says of a problem; nil when it is no object.
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
    /// Reads the members that are well-formed. Without any of the RFC's, the object is taken for something else.
    public init(from decoder: any Decoder) throws {
        let json = try JSON(from: decoder)
        let isProblem = ["type", "title", "status", "detail", "instance"].contains { json[$0].exists }
        guard isProblem, let problem = ProblemDetails(json) else {
            throw DecodingError.typeMismatch(
                ProblemDetails.self,
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "It is no object with a member of RFC 9457."))
        }
        self = problem
    }
}

extension ProblemDetails: CustomStringConvertible, LocalizedError {
    /// The title and the detail, or what else is known.
    public var description: String {
        let texts = [title ?? status?.description, detail].compactMap { $0 }.filter { !$0.isEmpty }
        guard let first = texts.first else { return type }
        return texts.joined(separator: ".!?".contains(first.suffix(1)) ? " " : ": ")
    }

    /// What a person is to read: the detail, or else the title.
    public var errorDescription: String? { detail ?? title ?? status?.description }
}

extension Response {
    /// The problem that the body describes, when its media type says that it does.
    public var problem: ProblemDetails? {
        guard headerFields.contentType?.essence == "application/problem+json" else { return nil }
        return (try? JSON(parsing: body)).flatMap { ProblemDetails($0) }
    }
}
