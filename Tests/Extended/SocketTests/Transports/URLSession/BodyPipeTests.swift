import Foundation
import ResourcefulTesting
import ResourcefulURLSession
import Testing

/// A body on its way from URLSession to its reader. On Apple platforms its transfer waits: a suspension counts there,
/// and each needs a resumption of its own.
@Suite(.permit) struct BodyPipeTests {
    /// A transfer whose suspensions nest, and from which some pieces more come after each.
    private final class Transfer: Sendable {
        struct State: Sendable {
            var suspensions = 0
            var most = 0
            var fewest = 0
        }

        let state = Locked(State())

        func tell(_ waits: Bool) {
            state.withLock { state in
                state.suspensions += waits ? 1 : -1
                state.most = max(state.most, state.suspensions)
                state.fewest = min(state.fewest, state.suspensions)
            }
        }

        var waits: Bool { state.withLock { $0.suspensions > 0 } }
    }

    private static func response() -> Response { Response() }

    @Test(arguments: 1...20)
    func `a transfer waits and continues by turns, whatever was on its way, and all of it is read`(
        seed: UInt64
    ) async throws {
        let transfer = Transfer()
        let pipe = BodyPipe(.waits { transfer.tell($0) })
        let head = try await withCheckedThrowingContinuation { continuation in
            pipe.open(continuation)
            pipe.begin(Self.response())
        }
        #expect(head.status == 200)
        let writer = Task {
            var random = SplitMix64(seed: seed)
            for number in 0..<200 {
                let piece = Data(repeating: UInt8(number), count: .random(in: 1...40_000, using: &random))
                try pipe.receive(piece)
                // What was on its way comes all the same.
                let isOnItsWay = Int.random(in: 0...2, using: &random) > 0
                while transfer.waits, !isOnItsWay { try await Task.sleep(for: .microseconds(50)) }
            }
            pipe.end(.success(()))
        }
        var (random, count, last) = (SplitMix64(seed: seed + 100), 0, UInt8(0))
        while let piece = try await pipe.next() {
            let isInOrder = piece.withUnsafeBytes { bytes in
                var before = last
                for byte in bytes {
                    if byte < before { return false }
                    before = byte
                }
                return true
            }
            #expect(isInOrder)
            (count, last) = (count + piece.count, piece.last ?? last)
            if Int.random(in: 0..<4, using: &random) == 0 { try await Task.sleep(for: .microseconds(200)) }
        }
        try await writer.value
        var sizes = SplitMix64(seed: seed)
        let expected = (0..<200).reduce(0) { sum, _ in
            defer { _ = Int.random(in: 0...2, using: &sizes) }
            return sum + Int.random(in: 1...40_000, using: &sizes)
        }
        #expect(count == expected && last == 199)
        let state = transfer.state.withLock { $0 }
        #expect(state.suspensions == 0 && state.most == 1 && state.fewest == 0)
    }

    @Test func `pieces that come while the transfer waits make no second suspension, and one reading ends it`()
        async throws
    {
        let transfer = Transfer()
        let pipe = BodyPipe(.waits { transfer.tell($0) })
        for _ in 0..<5 { try pipe.receive(Data(count: BodyPipe.capacity)) }
        #expect(transfer.state.withLock { $0.suspensions } == 1)
        #expect(try await pipe.next()?.count == 5 * BodyPipe.capacity)
        #expect(!transfer.waits)
    }
}
