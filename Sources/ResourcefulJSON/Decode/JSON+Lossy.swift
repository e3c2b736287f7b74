extension JSON {
    /// What a function makes of each element of the array at this place; those that it refuses are left out.
    ///
    ///     let episodes = try json.episodes.lossyArray(of: Episode.init)
    ///     print(episodes.elements, episodes.failures)
    ///
    /// - Throws: ``ParseFailure`` when there is no array. What the function throws is kept with its element.
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
