/// An episode as the server writes it into the list: with a member that this program doesn't read.
struct PublishedEpisode: Encodable {
    let episode: Episode

    private enum CodingKeys: String, CodingKey { case explicit }

    func encode(to encoder: any Encoder) throws {
        try episode.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(false, forKey: .explicit)
    }
}
