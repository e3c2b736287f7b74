/// The object of 1 KB, which every contender decodes.
package struct Small: Decodable, Sendable {
    package static let expectedNumber = 4_211

    package let number: Int
    package let title: String
    package let summary: String
    package let author: String
    package let published: String
    package let duration: Double
    package let isExplicit: Bool
    package let tags: [String]
}
