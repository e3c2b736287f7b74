import ResourcefulCore

extension JSON {
    /// The string here, if one stands here. What is not there costs nothing: no error is made that nobody reads.
    var stringIfThere: String? { exists && !isNull ? try? string : nil }

    /// The whole number here, if one stands here.
    var intIfThere: Int? { exists && !isNull ? try? int : nil }

    /// The elements of the array here; none when there is no array.
    var elementsIfThere: [JSON] { exists && !isNull ? (try? array) ?? [] : [] }
}
