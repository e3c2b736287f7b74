extension Resource {
    /// A resource that fails with an error, as it is, before anything is sent, and whatever it is given to read: what a
    /// `guard` returns where no request can be made.
    ///
    ///     static func media(of episode: Episode) -> Resource<Media> {
    ///         guard let id = episode.mediaID else { return .failure(EpisodeError.hasNoMedia) }
    ///         return Resource(json: "media/{id}", ["id": id])
    ///     }
    public static func failure(_ error: some Error) -> Resource {
        let failing = Policy(named: "failure") { _, _ in throw error }
        return Resource(Request("about:invalid")) { _ in throw DeclaredFailure(error: error) }.validating(.any)
            .applying(failing)
    }
}
