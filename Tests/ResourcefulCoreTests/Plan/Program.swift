import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A description of a plan that can be printed, shrunk and generated; ``plan`` makes the plan.
indirect enum Program: Equatable, Sendable {
    case value(Int)
    case failure
    case send(Int)
    case wait(Int)
    case read
    case write(Int)
    case now
    case random
    case map(Program, Function)
    case flatMap(Program, [Program])
    case recover(Program, Program)
    case zip(Program, Program)
    case all([Program], limit: Int?)
    case shared(Int)

    var plan: Plan<Int> {
        switch self {
        case .value(let value): .value(value)
        case .failure: .failure(Failure())
        case .send(let number): Self.resource(number).plan
        case .wait(let milliseconds): Plan.wait(for: .milliseconds(milliseconds)).map { milliseconds }
        case .read: Plan.read("entry").map { $0?.data.count ?? -1 }
        case .write(let count):
            Plan.write(StoreEntry(data: Data(count: count), date: Date(timeIntervalSince1970: 0)), to: "entry").map {
                count
            }
        case .now: Plan.now.map { _ in 1 }
        case .random: Plan.random.map { _ in 2 }
        case .map(let program, let function): program.plan.map(function.apply)
        case .flatMap(let program, let choices):
            program.plan.flatMap { [plans = choices.map(\.plan)] in plans[abs($0 % plans.count)] }
        case .recover(let program, let other): program.plan.recover { [plan = other.plan] _ in plan }
        case .zip(let left, let right): ResourcefulCore.zip(left.plan, right.plan).map { $0 &* 31 &+ $1 }
        case .all(let programs, let limit):
            ResourcefulCore.all(programs.map(\.plan), atOnce: limit).map { $0.reduce(17) { $0 &* 31 &+ $1 } }
        case .shared(let key): Self.resource(key).plan.map { _ in key }
        }
    }

    /// What a server answers with in all tests of programs: the number in the path, or 500 for every seventh.
    static func respond(to request: Request) -> Response {
        let number = Int(request.url.lastPathComponent) ?? 0
        return number % 7 == 6 ? Response(status: 500) : Response(body: Data("\(number)".utf8))
    }

    private static func resource(_ number: Int) -> Resource<Int> {
        Resource(url: URL(string: "http://example.org/\(number)")!) { data in
            guard let number = Int(String(decoding: data, as: UTF8.self)) else { throw Failure() }
            return number
        }
    }
}

struct Failure: Error, Equatable {}

/// A function that can be compared and printed; two of them throw now and then.
enum Function: Equatable, CaseIterable, Sendable {
    case increment, double, negate, throwIfEven, throwAlways

    var apply: @Sendable (Int) throws -> Int {
        { value in
            switch self {
            case .increment: return value &+ 1
            case .double: return value &* 2
            case .negate: return 0 &- value
            case .throwIfEven: if value % 2 == 0 { throw Failure() } else { return value }
            case .throwAlways: throw Failure()
            }
        }
    }
}

extension Program {
    /// A program of at most so many levels, the same one for the same numbers.
    static func arbitrary(depth: Int, using numbers: inout some RandomNumberGenerator) -> Program {
        let isLeaf = depth == 0 || Int.random(in: 0..<5, using: &numbers) == 0
        let number = Int.random(in: 0..<20, using: &numbers)
        guard !isLeaf else {
            switch Int.random(in: 0..<10, using: &numbers) {
            case 0, 1: return .value(number)
            case 2: return .failure
            case 3, 4: return .send(number)
            case 5: return .wait(number % 3)
            case 6: return .read
            case 7: return .now
            case 8: return .random
            default: return .shared(number)
            }
        }
        var inner: Program { arbitrary(depth: depth - 1, using: &numbers) }
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0, 1: return .map(inner, Function.allCases.randomElement(using: &numbers) ?? .increment)
        case 2, 3: return .flatMap(inner, [inner, inner])
        case 4: return .recover(inner, inner)
        case 5: return .zip(inner, inner)
        case 6: return .flatMap(.write(number), [inner])
        default: return .all((0..<(number % 5)).map { _ in inner }, limit: number % 2 == 0 ? nil : 1 + number % 3)
        }
    }
}

extension Program {
    /// Whether anything is done at once.
    var isParallel: Bool {
        switch self {
        case .zip, .all: true
        default: children.contains(where: \.isParallel)
        }
    }

    /// Whether anything is written to the store.
    var writes: Bool {
        if case .write = self { true } else { children.contains(where: \.writes) }
    }

    private var children: [Program] {
        switch self {
        case .map(let program, _): [program]
        case .flatMap(let program, let choices): [program] + choices
        case .recover(let program, let other): [program, other]
        case .zip(let left, let right): [left, right]
        case .all(let programs, _): programs
        default: []
        }
    }
}

/// What came of a plan in a dry run: its value or error, and the event log of all that happened.
struct Account: Equatable, CustomStringConvertible {
    let outcome: String
    let events: [DryRun.Event]
    let elapsed: Duration

    init<Value>(_ plan: Plan<Value>) {
        var run = DryRun { Program.respond(to: $0) }
        outcome = Self.text(Result { try run.load(plan) })
        events = run.events
        elapsed = run.elapsed
    }

    static func text<Value>(_ outcome: Result<Value, any Error>) -> String {
        switch outcome {
        case .success(let value): "\(value)"
        case .failure(let error): "\(error)"
        }
    }

    var description: String { (events.map(\.description) + [outcome]).joined(separator: "\n") }
}
