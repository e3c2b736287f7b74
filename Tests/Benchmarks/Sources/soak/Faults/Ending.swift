import Resourceful

/// How an operation has ended, as far as a fault decides it.
enum Ending: Hashable, CustomStringConvertible {
    case value
    case canceled
    case transport(TransportError.Kind)
    case status(Int)
    case parse
    case request

    /// What an error is; nil for one that no load may throw.
    init?(_ error: any Error) {
        if error is CancellationError {
            self = .canceled
            return
        }
        guard let error = error as? LoadError else { return nil }
        switch error.stage {
        case .transport:
            self = .transport((error.underlyingError as? TransportError)?.kind ?? .other)
        case .status: self = .status(error.status?.code ?? 0)
        case .parse: self = .parse
        case .request: self = .request
        }
    }

    var description: String {
        switch self {
        case .value: "value"
        case .canceled: "canceled"
        case .transport(let kind): "\(kind)"
        case .status(let code): "\(code)"
        case .parse: "parse"
        case .request: "request"
        }
    }
}

/// The endings that an operation may have.
struct Expected: Sendable, CustomStringConvertible, ExpressibleByArrayLiteral {
    private var endings: Set<Ending>
    private var takesAnyFailure = false

    init(arrayLiteral endings: Ending...) { self.endings = Set(endings) }

    /// A value or any `LoadError`: the fault doesn't decide which.
    static var anything: Expected {
        var expected: Expected = [.value]
        expected.takesAnyFailure = true
        return expected
    }

    /// Any `LoadError`.
    static var anyFailure: Expected {
        var expected: Expected = []
        expected.takesAnyFailure = true
        return expected
    }

    static var value: Expected { [.value] }
    static var lost: Expected { [.transport(.connectionLost)] }
    static var timedOut: Expected { [.transport(.timedOut)] }
    static var malformed: Expected { [.transport(.malformedResponse), .transport(.connectionLost)] }

    func or(_ others: Ending...) -> Expected {
        var expected = self
        expected.endings.formUnion(others)
        return expected
    }

    func allows(_ ending: Ending) -> Bool {
        endings.contains(ending) || (takesAnyFailure && ending != .value && ending != .canceled)
    }

    var description: String {
        (endings.map(\.description).sorted() + (takesAnyFailure ? ["any LoadError"] : [])).joined(separator: ", ")
    }
}
