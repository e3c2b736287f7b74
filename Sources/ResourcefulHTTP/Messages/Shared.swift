/// A value of any size in one word, shared by its copies until one of them changes.
@usableFromInline struct Shared<Content: Hashable & Sendable>: Hashable, Sendable {
    @usableFromInline var box: Box

    @usableFromInline final class Box: Sendable {
        @usableFromInline let content: Content
        init(_ content: consuming Content) { self.content = content }
    }

    init(_ content: consuming Content) { box = Box(content) }

    /// The value. Reading it is free; writing it costs an allocation.
    @usableFromInline var content: Content {
        @inlinable _read { yield box.content }
        set { box = Box(newValue) }
    }

    @usableFromInline static func == (left: Shared, right: Shared) -> Bool {
        left.box === right.box || left.content == right.content
    }

    @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(content) }
}
