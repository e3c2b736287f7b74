/// The elements of an array that could be decoded, and the errors of the others.
///
/// Use it as the value of a resource or the type of a property, with any decoder: `Resource<Lossy<Episode>>(json:
/// url)`. An ordinary array fails as a whole if one of its elements does.
///
///     let episodes = Resource<Lossy<Episode>>(json: "episodes.json")
///     let read = try episodes.parse(data)
///     print(read.elements.count, read.failureCount)  // 1 1
public struct Lossy<Element> {
    /// The error of an element that was skipped.
    ///
    ///     for failure in read.failures {
    ///         print("Episode \(failure.index) is left out: \(failure.error)")
    ///     }
    public struct Failure: Error, CustomStringConvertible {
        /// The index of the element, from 0.
        public let index: Int
        /// The error: a ``ParseFailure`` with its place in the document, or an error of the element's type.
        public let error: any Error

        /// Creates the failure of an element.
        init(index: Int, error: any Error) {
            self.index = index
            self.error = error
        }

        /// A description with the index and the error.
        public var description: String { "element \(index): \(error)" }
    }

    /// The elements that could be decoded, in order.
    public var elements: [Element]
    /// The errors of the others, limited to the first 1,000.
    public var failures: [Failure]
    /// The number of skipped elements, including those whose failure isn't stored.
    public var failureCount: Int

    /// Creates a value from elements, and the failures of others.
    init(elements: [Element] = [], failures: [Failure] = []) {
        self.elements = elements
        self.failures = failures
        failureCount = failures.count
    }

    /// The maximum number of stored failures.
    private static var mostFailures: Int { 1_000 }

    /// Counts a skipped element. Its error is evaluated only if it is stored.
    mutating func leaveOut(_ index: Int, _ error: @autoclosure () -> any Error) {
        failureCount += 1
        if failures.count < Self.mostFailures { failures.append(Failure(index: index, error: error())) }
    }
}

extension Lossy: Sendable where Element: Sendable {}

extension Lossy: Decodable where Element: Decodable {
    /// Decodes the elements one by one.
    ///
    /// - Throws: `DecodingError` if there is no array.
    public init(from decoder: any Decoder) throws {
        self.init()
        if let decoder = decoder as? JSONValueDecoder, try read(decoder) { return }
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            let index = container.currentIndex
            do {
                elements.append(try container.decode(Element.self))
            } catch {
                leaveOut(index, (error as? DecodingError).map { ParseFailure($0, expecting: Element.self) } ?? error)
                // A decoder doesn't advance past an element that it can't decode.
                if container.currentIndex == index, try !container.decodeNil() {
                    _ = try container.decode(Skipped.self)
                }
            }
        }
    }

    /// Decodes from the tape, each element in its own run, whose errors don't need the path from the root.
    private mutating func read(_ decoder: JSONValueDecoder) throws -> Bool {
        let (document, options) = (decoder.decoding.seenDocument(), decoder.decoding.options)
        // Custom functions for keys receive the path from the root.
        if case .custom = options.keys { return false }
        guard decoder.node < JSONDecoding.firstAbsent, let nodes = document.elements(of: decoder.node) else {
            return false
        }
        for (index, node) in nodes.enumerated() {
            do {
                let run = JSONDecoding(document, root: node, options: options)
                elements.append(try run.value(Element.self, at: node))
            } catch let error as DecodingError {
                leaveOut(index, document.failure(of: error, below: node, expecting: Element.self, by: options))
            } catch {
                leaveOut(index, error)
            }
        }
        return true
    }
}

/// A value that accepts anything.
private struct Skipped: Decodable {
    init(from decoder: any Decoder) {}
}

extension JSON {
    /// Returns the function's results for the elements of the array at this place, without those for which it throws.
    ///
    ///     let episodes = try json.episodes.lossyArray(of: Episode.init)
    ///     print(episodes.elements, episodes.failures)
    ///
    /// - Throws: ``ParseFailure`` if there is no array here. Errors of the function are stored in the result's
    ///   failures.
    public func lossyArray<Value>(of element: (JSON) throws -> Value) throws -> Lossy<Value> {
        var lossy = Lossy<Value>()
        for (index, place) in try array.enumerated() {
            do {
                lossy.elements.append(try element(place))
            } catch {
                lossy.leaveOut(
                    index, (error as? DecodingError).map { ParseFailure($0, expecting: Value.self) } ?? error)
            }
        }
        return lossy
    }
}
