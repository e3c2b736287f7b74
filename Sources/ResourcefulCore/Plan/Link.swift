/// A part of the chain that binds and plans at once make, long as the program likes.
///
/// Swift frees a chain by recursion, and a long one runs out of stack. So the first link of a long chain takes the
/// whole chain apart in a loop. (What a user's own closure has captured is out of reach: plans
/// nested by capture are freed by recursion.)
package class Link {
    /// How many links are behind this one, at most: no more than recursion may free, or else more.
    final let depth: UInt8

    /// A link above others that are so deep.
    init(above depth: UInt8) { self.depth = min(depth, Self.limit) + 1 }

    private static var limit: UInt8 { 100 }

    /// Whether it is to be taken apart in a loop.
    final var isDeep: Bool { depth > Self.limit }

    /// Moves the links that this one holds into a list, and lets go of them.
    func takeLinks(into links: inout [Link]) {}

    /// The link that is carried out before this one, if one is.
    var source: Link? { nil }

    /// What is carried out before this link, when that is no link, as text.
    var sourceText: String { "…" }

    /// Whether this link only transforms the outcome of what is carried out before.
    var isLast: Bool { false }

    /// The chain from its beginning, as text.
    final var description: String {
        var (link, isLast) = (self, isLast)
        while let source = link.source {
            link = source
            isLast = isLast && link.isLast
        }
        let text = link.sourceText
        return isLast || text.hasSuffix("→ …") ? text : text + " → …"
    }

    /// Frees all links that no one else holds. To be called from `deinit` alone.
    final func release() {
        var links: [Link] = []
        takeLinks(into: &links)
        while var link = links.popLast() {
            if isKnownUniquelyReferenced(&link) { link.takeLinks(into: &links) }
        }
    }
}

extension Plan {
    /// What stands in a link whose content was taken. It is never carried out.
    static var released: Plan { Plan(.failure(release)) }
}

/// One for all: to make an error takes an allocation.
private let release: any Error = CancellationError()
