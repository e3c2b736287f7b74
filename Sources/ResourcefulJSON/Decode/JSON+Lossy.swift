extension JSON {
    /// Returns the function's results for the elements of the array at this place, without those for which it throws.
    ///
    ///     let episodes = try json.episodes.lossyArray(of: Episode.init)
    ///     print(episodes.elements, episodes.failures)
    ///
    /// - Throws: ``ParseFailure`` if there is no array here. Errors of the function are stored in the result's
    ///   failures.
    public func lossyArray<Value>(of element: (JSON) throws -> Value) throws -> Lossy<Value> {
        var lossy = Lossy<Value>()
        for (index, place) in try array.enumerated() {
            do {
                lossy.elements.append(try element(place))
            } catch {
                lossy.leaveOut(
                    index, (error as? DecodingError).map { ParseFailure($0, expecting: Value.self) } ?? error)
            }
        }
        return lossy
    }
}
