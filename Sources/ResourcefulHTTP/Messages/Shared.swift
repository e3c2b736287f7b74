/// A value of any size in one word, shared by its copies until one of them is changed.
struct Shared<Content: Hashable & Sendable>: Hashable, Sendable {
    private var box: Box

    private final class Box: Sendable {
        let content: Content
        init(_ content: Content) { self.content = content }
    }

    init(_ content: Content) { box = Box(content) }

    /// The value. Reading it costs nothing; writing it, an allocation.
    var content: Content {
        _read { yield box.content }
        set { box = Box(newValue) }
    }

    static func == (left: Shared, right: Shared) -> Bool { left.box === right.box || left.content == right.content }

    func hash(into hasher: inout Hasher) { hasher.combine(content) }
}
