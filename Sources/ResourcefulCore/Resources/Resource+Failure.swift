extension Resource {
    /// Returns a resource that always fails with an error, unchanged: a load fails before anything is sent, and so does
    /// reading any response. Return it from a `guard` if no request can be made.
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
