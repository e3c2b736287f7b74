// Spellings that people try first. None of them can be called: the compiler suggests the right one.
extension Paged {
    /// Unavailable: a page that isn't an array of items needs a path to them.
    @available(*, unavailable, message: "say where the items of a page are, such as items: \\.results")
    @_disfavoredOverload
    public init<Content>(_ resource: Resource<Content>, next: NextPage<Content>) {
        self.init(resource, items: { _ in [] }, next: next)
    }

    /// Unavailable: the page is already decoded.
    @available(
        *, unavailable, message: "write a key path, items: \\.results, or Paged(json: …) to use a path in JSON"
    )
    @_disfavoredOverload
    public init<Content>(_ resource: Resource<Content>, items path: JSONPath, next: NextPage<Content>) {
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

    /// Unavailable: the page is already decoded.
    @available(
        *, unavailable, message: "write a key path, items: \\.results, or Paged(json: …) to use a path in JSON"
    )
    @_disfavoredOverload
    public init<Content>(_ resource: Resource<Content>, items path: JSONPath, next: NextPage<Content>) {
        self.init(resource, items: { _ in [JSON]() }, next: next)
    }
}

extension NextPage {
    /// Renamed to ``number(as:from:until:)``.
    @available(*, unavailable, renamed: "number(as:)")
    public static func page(as name: String) -> NextPage { .number(as: name) }
}

extension Resource {
    /// Unavailable: a list is created from a resource.
    @available(*, unavailable, message: "write Paged(resource, next: …)")
    public func paged(next: NextPage<Value>) -> Resource { self }
}
