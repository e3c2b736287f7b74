import NIOConcurrencyHelpers
import ResourcefulFleet
import Testing

/// What many tasks ask for at once goes together.
@Suite struct BatchesTests {
    private struct Broken: ServerFailure { let isRejection: Bool }

    /// Holds commands back until a test lets them go.
    private final class Gate: Sendable {
        private let state = NIOLockedValueBox<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

        var held: Int { state.withLockedValue { $0.waiting.count } }

        func pass() async {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLockedValue { state in
                    if !state.isOpen { state.waiting.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        }

        func open() {
            let waiting = state.withLockedValue { state in
                defer { state = (true, []) }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    private func yield(until condition: () -> Bool) async { while !condition() { await Task.yield() } }

    @Test func `what is asked while as many commands as allowed are under way goes with one of the next`() async throws
    {
        let (batches, gate) = (Batches<Int, Int>(atOnce: 1), Gate())
        let sizes = NIOLockedValueBox<[Int]>([])
        let answers = try await withThrowingTaskGroup(of: Int.self) { group in
            @Sendable func ask(_ number: Int) async throws -> Int {
                try await batches.answer(to: number) { numbers in
                    sizes.withLockedValue { $0.append(numbers.count) }
                    await gate.pass()
                    return numbers.map { $0 * 2 }
                }
            }
            group.addTask { try await ask(0) }
            await yield { gate.held == 1 }
            for number in 1..<50 { group.addTask { try await ask(number) } }
            await yield { batches.waiting == 49 }
            gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.sorted() == (0..<50).map { $0 * 2 })
        #expect(sizes.withLockedValue { $0 } == [1, 49])
    }

    @Test(arguments: [true, false]) func `what waits isn't sent to a server that doesn't answer`(
        isRejection: Bool
    ) async {
        let (batches, gate) = (Batches<Int, Int>(atOnce: 1), Gate())
        let commands = NIOLockedValueBox(0)
        let failures = await withTaskGroup(of: Int.self) { group in
            @Sendable func ask(_ number: Int) async -> Int {
                let answer = try? await batches.answer(to: number) { numbers in
                    let isFirst = commands.withLockedValue { commands in
                        commands += 1
                        return commands == 1
                    }
                    await gate.pass()
                    if isFirst { throw Broken(isRejection: isRejection) }
                    return numbers
                }
                return answer == nil ? 1 : 0
            }
            group.addTask { await ask(0) }
            await yield { gate.held == 1 }
            for number in 1..<10 { group.addTask { await ask(number) } }
            await yield { batches.waiting == 9 }
            gate.open()
            return await group.reduce(0, +)
        }
        #expect(failures == (isRejection ? 1 : 10))
        #expect(commands.withLockedValue { $0 } == (isRejection ? 2 : 1))
    }
}
