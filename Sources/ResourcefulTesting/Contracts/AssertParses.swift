public import ResourcefulCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Asserts that a resource can read a file, and returns what it reads.
///
///     try assertParses(Episode.all, Fixture("episodes.json"))
///
/// - Throws: ``ContractViolation``, which shows the `LoadError` with the excerpt of the file, where it was found;
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
/// - Throws: ``ContractViolation``, which shows the `LoadError` with the excerpt of the bytes, where it was found.
@discardableResult
public func assertParses<Value>(
    _ resource: Resource<Value>, _ data: Data, fileID: String = #fileID, line: Int = #line
) throws -> Value {
    try parsed(resource, data, "\(data.count) bytes", at: ContractViolation.Place(fileID: fileID, line: line))
}

/// Asserts that a resource reads a value from a file.
///
/// - Throws: ``ContractViolation``, which shows the `LoadError`, or the two values line by line; ``MissingFixture``.
public func assertParses<Value: Equatable>(
    _ resource: Resource<Value>, _ fixture: Fixture, as expected: Value, fileID: String = #fileID,
    line: Int = #line
) throws {
    let value = try assertParses(resource, fixture, fileID: fileID, line: line)
    let place = ContractViolation.Place(fileID: fileID, line: line)
    try equal(value, expected, "\(resource) reads another value from \(fixture)", at: place)
}

/// Asserts the law of a resource: its value, written by the stub that serves it, is read back as an equal one.
///
///     try assertParsesBack(Episode.all, [episode])
///
/// - Parameters:
///   - resource: The resource.
///   - value: An example of its value.
///   - path: Where in the document the resource reads it: what its own `at:` says.
///   - encoder: How dates, data and keys are written.
///   - fileID: Where it is asserted.
///   - line: Where it is asserted.
/// - Throws: ``ContractViolation``, which shows the `LoadError`, or the two values line by line.
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
        throw ContractViolation("\(resource) can't read what was written for it", error, at: place)
    }
    try equal(back, value, "\(resource) reads back another value than was written", at: place)
}

/// The value in some bytes, as a whole response with nothing else in it.
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
    /// The value in a file, read as the body of a response.
    ///
    ///     let episodes = try Episode.all.parse(Fixture("episodes.json"))
    ///
    /// - Throws: `LoadError` at the parse stage; ``MissingFixture``.
    public func parse(_ fixture: Fixture) throws -> Value { try parse(fixture.data) }
}
