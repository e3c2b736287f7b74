#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How one kind of write shows in a value before it is answered.
///
///     struct Like: Codable, Sendable { var post: Int }
///
///     extension OutboxChange<[Post]> {
///         static let like = OutboxChange(Like.self) { posts, like in
///             for index in posts.indices where posts[index].id == like.post {
///                 posts[index].isLiked = true
///             }
///         }
///     }
///
/// A submission says which change it makes: `submit(Post.like(7), as: "like-7", showing: Like(post: 7))`. The change is
/// kept with the write as JSON, so a later process shows it, too. A screen says which kinds of changes it shows, and
/// how: `outbox.updates(of: Post.all.cached(), showing: [.like])`.
public struct OutboxChange<Value>: Sendable {
    private let name: String
    private let change: @Sendable (inout Value, Data) -> Void

    /// Creates a kind of change.
    ///
    /// - Parameters:
    ///   - type: The type of the changes. One that can't be read as this type isn't shown.
    ///   - name: The name of the type when the write was submitted; nil for its name now.
    ///   - change: Makes a change. It must do nothing to a value that has the change already: while a write is being
    ///     sent, nobody knows whether a value from the server has it.
    public init<Change: Decodable & Sendable>(
        _ type: Change.Type, named name: String? = nil, _ change: @escaping @Sendable (inout Value, Change) -> Void
    ) {
        self.name = name ?? "\(type)"
        self.change = { value, content in
            guard let known = try? JSON.Decoder().decode(Change.self, from: content) else { return }
            change(&value, known)
        }
    }

    /// Changes a value, if a write makes a change of this kind.
    func show(_ kept: KeptChange?, in value: inout Value) {
        if let kept, kept.name == name { change(&value, kept.content) }
    }
}
