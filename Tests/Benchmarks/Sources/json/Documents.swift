import ResourcefulJSON

// The list and the object of 1 KB are those that the transports load.

struct Episode: Codable, Equatable {
    let number: Int
    let title: String
    let summary: String
    let duration: Double
    let isExplicit: Bool
    let address: String

    init(json: JSON) throws {
        number = try json.number.int
        title = try json.title.string
        summary = try json.summary.string
        duration = try json.duration.double
        isExplicit = try json.isExplicit.bool
        address = try json.address.string
    }
}

struct Small: Codable, Equatable {
    let number: Int
    let title: String
    let summary: String
    let author: String
    let published: String
    let duration: Double
    let isExplicit: Bool
    let tags: [String]

    init(json: JSON) throws {
        number = try json.number.int
        title = try json.title.string
        summary = try json.summary.string
        author = try json.author.string
        published = try json.published.string
        duration = try json.duration.double
        isExplicit = try json.isExplicit.bool
        tags = try json.tags.array { try $0.string }
    }
}

/// Documents that are arrays, read by hand. Not as closures of the main program, which belongs to an actor that would
/// be checked for every element.
enum ByHand {
    static func list(_ json: JSON) throws -> [Episode] { try json.array(of: Episode.init) }
    static func numbers(_ json: JSON) throws -> [Double] { try json.array { try $0.double } }
}
