/// A part of the chain that binds and plans form together. A chain can be as long as the program likes.
///
/// Swift frees a chain recursively, and a long one would overflow the stack. So the first link of a long chain takes
/// the whole chain apart in a loop. (Captures of your own closures are out of reach: plans nested by capture are freed
/// recursively.)
package class Link {
    /// The depth of the chain from here. It is capped at one more than recursion may free.
    final let depth: UInt8

    /// Creates a link above others of a given depth.
    init(above depth: UInt8) { self.depth = min(depth, Self.limit) + 1 }

    private static var limit: UInt8 { 100 }

    /// Whether the chain has to be taken apart in a loop.
    final var isDeep: Bool { depth > Self.limit }

    /// Moves the links that this one holds into a list, and releases them.
    func takeLinks(into links: inout [Link]) {}

    /// The link that is carried out before this one, if any.
    var source: Link? { nil }

    /// The text of what is carried out before this link, if that isn't a link.
    var sourceText: String { "…" }

    /// Whether this link only transforms the outcome of what is carried out before it.
    var onlyTransforms: Bool { false }

    /// The text of the chain from its beginning.
    final var description: String {
        var (link, onlyTransforms) = (self, onlyTransforms)
        while let source = link.source {
            link = source
            onlyTransforms = onlyTransforms && link.onlyTransforms
        }
        let text = link.sourceText
        return onlyTransforms || text.hasSuffix("→ …") ? text : text + " → …"
    }

    /// Frees all links that have no other owner. Call this only from `deinit`.
    final func release() {
        var links: [Link] = []
        takeLinks(into: &links)
        while var link = links.popLast() {
            if isKnownUniquelyReferenced(&link) { link.takeLinks(into: &links) }
        }
    }
}

extension Plan {
    /// The placeholder in a link whose content was taken. It is never carried out.
    static var released: Plan { Plan(.failure(release)) }
}

/// Shared, because making an error takes an allocation.
private let release: any Error = CancellationError()
