// What people try first. None of it can be called: the compiler suggests what to write.
extension Paged {
    /// Unavailable: a page that isn't an array of items needs a path to them.
    @available(*, unavailable, message: "say where the items of a page are, such as items: \\.results")
    @_disfavoredOverload
    public init<Content>(_ resource: Resource<Content>, next: NextPage<Content>) {
        self.init(resource, items: { _ in [] }, next: next)
    }
}

// The same for a list whose items have no type yet.
extension Paged where Item == JSON {
    /// Unavailable: a page that isn't an array of items needs a path to them.
    @available(*, unavailable, message: "say where the items of a page are, such as items: \\.results")
    @_disfavoredOverload
    public init<Content>(_ resource: Resource<Content>, next: NextPage<Content>) {
        self.init(resource, items: { _ in [JSON]() }, next: next)
    }
}
