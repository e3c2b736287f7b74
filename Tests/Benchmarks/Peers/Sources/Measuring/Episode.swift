/// One of the list, which every contender decodes.
package struct Episode: Decodable, Sendable {
    static let expectedCount = 500

    package let number: Int
    package let title: String
    package let summary: String
    package let duration: Double
    package let isExplicit: Bool
    package let address: String
}
