public import ResourcefulPages

/// Asserts that a resource can read a file, and returns what it reads.
///
///     try assertParses(Episode.all, Fixture("episodes.json"))
///
/// - Throws: ``ContractViolation``, which shows the `LoadError` and an excerpt of the file around the error;
///   ``MissingFixture``.
@discardableResult
public func assertParses<Value>(
    _ resource: Resource<Value>, _ fixture: Fixture, fileID: String = #fileID, line: Int = #line
) throws -> Value {
    let place = ContractViolation.Place(fileID: fileID, line: line)
    return try parsed(resource, try fixture.data, "\(fixture)", at: place)
}

/// Asserts that a resource can read bytes, and returns what it reads.
///
/// - Throws: ``ContractViolation``, which shows the `LoadError` and an excerpt of the bytes around the error.
@discardableResult
public func assertParses<Value>(
    _ resource: Resource<Value>, _ data: Data, fileID: String = #fileID, line: Int = #line
) throws -> Value {
    try parsed(resource, data, "\(data.count) bytes", at: ContractViolation.Place(fileID: fileID, line: line))
}

/// Asserts that a resource reads the expected value from a file.
///
/// - Throws: ``ContractViolation``, which shows the `LoadError` or a line-by-line difference of the two values;
///   ``MissingFixture``.
public func assertParses<Value: Equatable>(
    _ resource: Resource<Value>, _ fixture: Fixture, as expected: Value, fileID: String = #fileID,
    line: Int = #line
) throws {
    let value = try assertParses(resource, fixture, fileID: fileID, line: line)
    let place = ContractViolation.Place(fileID: fileID, line: line)
    try equal(value, expected, "\(resource) reads a different value from \(fixture)", at: place)
}

/// Asserts that a list can read a file as its first page, and returns the items of that page.
///
///     let episodes = try assertParses(Episode.pages, Fixture("episodes.json"))
///
/// A file has no header fields, so a `Link` to the next page isn't tried.
///
/// - Throws: ``ContractViolation``, which shows the `LoadError` and an excerpt of the file around the error;
///   ``MissingFixture``.
@discardableResult
public func assertParses<Item>(
    _ paged: Paged<Item>, _ fixture: Fixture, fileID: String = #fileID, line: Int = #line
) throws -> [Item] {
    try assertParses(paged.firstPage, fixture, fileID: fileID, line: line).items
}

/// Asserts that a list can read bytes as its first page, and returns the items of that page.
///
/// - Throws: ``ContractViolation``, which shows the `LoadError` and an excerpt of the bytes around the error.
@discardableResult
public func assertParses<Item>(
    _ paged: Paged<Item>, _ data: Data, fileID: String = #fileID, line: Int = #line
) throws -> [Item] {
    try assertParses(paged.firstPage, data, fileID: fileID, line: line).items
}

/// Asserts that a list reads the expected items from a file with its first page.
///
/// - Throws: ``ContractViolation``, which shows the `LoadError` or a line-by-line difference of the items;
///   ``MissingFixture``.
public func assertParses<Item: Equatable>(
    _ paged: Paged<Item>, _ fixture: Fixture, as expected: [Item], fileID: String = #fileID, line: Int = #line
) throws {
    let items = try assertParses(paged, fixture, fileID: fileID, line: line)
    let place = ContractViolation.Place(fileID: fileID, line: line)
    try equal(items, expected, "\(paged) reads different items from \(fixture)", at: place)
}

/// Asserts the law of a resource: when the stub that serves the resource writes a value, the resource reads back an
/// equal one.
///
///     try assertParsesBack(Episode.all, [episode])
///
/// - Parameters:
///   - resource: The resource.
///   - value: An example of its value.
///   - path: The path at which the resource reads the value in the document, as in its own `at:`.
///   - encoder: The encoder of dates, data and keys.
///   - fileID: The file of the assertion.
///   - line: The line of the assertion.
/// - Throws: ``ContractViolation``, which shows the `LoadError` or a line-by-line difference of the two values.
public func assertParsesBack<Value: Encodable & Equatable>(
    _ resource: Resource<Value>, _ value: Value, at path: JSONPath = [], encoder: JSON.Encoder = .sorted,
    fileID: String = #fileID, line: Int = #line
) throws {
    let place = ContractViolation.Place(fileID: fileID, line: line)
    let sample = Sample(
        name: "example", resource: resource, answer: .json(value, at: path, encoder: encoder))
    let back: Value
    do {
        back = try sample.value()
    } catch {
        throw ContractViolation("\(resource) can't read the value that was written for it", error, at: place)
    }
    try equal(back, value, "\(resource) reads back a different value than was written", at: place)
}

/// Returns the value in the bytes, read as the body of a response that has nothing else.
private func parsed<Value>(
    _ resource: Resource<Value>, _ data: Data, _ name: String, at place: ContractViolation.Place
) throws -> Value {
    do {
        return try resource.parse(data)
    } catch {
        throw ContractViolation("\(resource) can't read \(name)", error, at: place)
    }
}

private func equal<Value: Equatable>(
    _ value: Value, _ expected: Value, _ text: String, at place: ContractViolation.Place
) throws {
    guard value != expected else { return }
    var (found, wanted) = ("", "")
    dump(value, to: &found)
    dump(expected, to: &wanted)
    throw ContractViolation(text, changes: Snapshots.shortChanges(from: wanted, to: found), at: place)
}

extension Resource {
    /// Returns the value in a file, read as the body of a response.
    ///
    ///     let episodes = try Episode.all.parse(Fixture("episodes.json"))
    ///
    /// - Throws: `LoadError` at the parse stage; ``MissingFixture``.
    public func parse(_ fixture: Fixture) throws -> Value { try parse(fixture.data) }
}
