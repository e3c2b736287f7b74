/// The elements of an array that could be read, and why the others could not.
///
/// As the value of a resource or of a property, with any decoder: `Resource<Lossy<Episode>>(json: url)`. An array is
/// all or nothing: of one bad element, the whole fails.
public struct Lossy<Element> {
    /// Why an element was left out.
    public struct Failure: Error, CustomStringConvertible {
        /// Which element, from 0 on.
        public let index: Int
        /// Why: a ``ParseFailure`` with its place in the document, or an error of the type's own.
        public let error: any Error

        /// An element that was left out.
        public init(index: Int, error: any Error) {
            self.index = index
            self.error = error
        }

        /// The index and the error.
        public var description: String { "element \(index): \(error)" }
    }

    /// The elements that could be read, in their order.
    public var elements: [Element]
    /// Why the others could not: at most the first 1,000.
    public var failures: [Failure]
    /// How many elements were left out, those included whose failure is not kept.
    public var failureCount: Int

    /// Elements, and the failures of others.
    public init(elements: [Element] = [], failures: [Failure] = []) {
        self.elements = elements
        self.failures = failures
        failureCount = failures.count
    }

    /// How many failures are kept.
    private static var mostFailures: Int { 1_000 }

    /// Remembers why an element is left out; the reason is not looked for when too many are known.
    mutating func leaveOut(_ index: Int, _ error: @autoclosure () -> any Error) {
        failureCount += 1
        if failures.count < Self.mostFailures { failures.append(Failure(index: index, error: error())) }
    }
}

extension Lossy: Sendable where Element: Sendable {}

extension Lossy: Decodable where Element: Decodable {
    /// Reads the elements one by one.
    ///
    /// - Throws: `DecodingError` when there is no array.
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
                // A decoder stays where it could not read.
                if container.currentIndex == index, try !container.decodeNil() {
                    _ = try container.decode(Skipped.self)
                }
            }
        }
    }

    /// Reads from the tape, each element in a run of its own: its errors need not look for the way from the root.
    private mutating func read(_ decoder: JSONValueDecoder) throws -> Bool {
        let (document, options) = (decoder.decoding.document, decoder.decoding.options)
        // Custom keys are told the path from the root.
        if case .custom = options.keys { return false }
        guard decoder.node < JSONDecoding.firstAbsent, let nodes = document.elements(of: decoder.node) else {
            return false
        }
        for (index, node) in nodes.enumerated() {
            do {
                let run = JSONDecoding(document, root: node, options: options)
                elements.append(try run.value(Element.self, at: node))
            } catch let error as DecodingError {
                leaveOut(index, document.failure(of: error, below: node, expecting: Element.self))
            } catch {
                leaveOut(index, error)
            }
        }
        return true
    }
}

/// A value that nobody looks at.
private struct Skipped: Decodable {
    init(from decoder: any Decoder) {}
}
