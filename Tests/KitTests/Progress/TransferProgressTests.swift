import ResourcefulProgress
import Testing

/// What is known of how far a load has come.
struct TransferProgressTests {
    @Test func `the time left follows from the pace`() {
        var progress = TransferProgress(sent: 100, received: 200, expectedToSend: 100, expectedToReceive: 700)
        #expect(progress.expected == 800 && progress.timeLeft == nil)
        progress.bytesPerSecond = 250
        #expect(progress.timeLeft == .seconds(2))
        progress.bytesPerSecond = 0
        #expect(progress.timeLeft == nil)
        // As good as never.
        progress.bytesPerSecond = 1e-300
        #expect(progress.timeLeft == nil)
        progress.fraction = 1
        #expect(progress.timeLeft == .zero && progress.isFinished)
        #expect(TransferProgress(received: 5, bytesPerSecond: 5).timeLeft == nil)
    }

    @Test func `it reads as one line`() {
        let cases: [(TransferProgress, String)] = [
            (TransferProgress(), "0 bytes"),
            (TransferProgress(received: 999), "999 bytes"),
            (TransferProgress(received: 3_456_789, bytesPerSecond: 1_234_567), "3.4 MB, 1.2 MB/s"),
            (
                TransferProgress(
                    sent: 0, received: 3_400_000, expectedToSend: 0, expectedToReceive: 12_000_000, fraction: 0.2833,
                    bytesPerSecond: 1_200_000), "3.4 MB of 12.0 MB, 28 %, 1.2 MB/s, 8 s left"
            ),
            (
                TransferProgress(
                    sent: 12_100_000, expectedToSend: 20_000_000, fraction: 0.606, bytesPerSecond: 5_300_000),
                "12.1 MB of 20.0 MB, 60 %, 5.3 MB/s, 2 s left"
            ),
            (TransferProgress(sent: 9, received: 4, expectedToSend: 9, bytesPerSecond: 1), "13 bytes, 1 bytes/s"),
            (TransferProgress(expectedToSend: 0, expectedToReceive: 0, bytesPerSecond: 0), "0 bytes"),
            (
                TransferProgress(
                    sent: 999_999, received: 0, expectedToSend: 1_000_000, expectedToReceive: 0, fraction: 1.0.nextDown,
                    bytesPerSecond: 0.000_27), "999.9 KB of 1.0 MB, 99 %, 0 bytes/s, 1 h 1 min left"
            ),
            (
                TransferProgress(
                    sent: 0, received: Int.max, expectedToSend: 0, expectedToReceive: Int.max, fraction: 1,
                    bytesPerSecond: 5), "9.2 EB of 9.2 EB, 100 %"
            ),
        ]
        for (progress, text) in cases { #expect("\(progress)" == text, "\(progress)") }
    }

    @Test func `several loads are the sum of their bytes`() {
        let half = TransferProgress(
            sent: 0, received: 500, expectedToSend: 0, expectedToReceive: 1_000, fraction: 0.5, bytesPerSecond: 10)
        let whole = TransferProgress(
            sent: 3_000, received: 0, expectedToSend: 3_000, expectedToReceive: 0, fraction: 1, bytesPerSecond: nil)
        let both = TransferProgress.combined([half, whole])
        #expect(both.sent == 3_000 && both.received == 500 && both.expected == 4_000)
        #expect(both.fraction == 0.875 && both.bytesPerSecond == 10)
        #expect(TransferProgress.combined([half, TransferProgress(received: 7)]).fraction == nil)
        #expect(TransferProgress.combined([half, TransferProgress(received: 7)]).expected == nil)
        #expect(TransferProgress.combined([whole, whole]).isFinished)
        #expect(TransferProgress.combined([]) == TransferProgress())
        #expect(TransferProgress.combined([half]) == half)
    }

    @Test func `it does not matter how loads are grouped`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let loads = (0..<6).map { _ in progress(&random) }
            let flat = TransferProgress.combined(loads)
            let cut = Int.random(in: 1..<6, using: &random)
            let nested = TransferProgress.combined([.combined(loads[..<cut]), .combined(loads[cut...])])
            #expect(flat.sent == nested.sent && flat.received == nested.received && flat.expected == nested.expected)
            #expect(flat.isFinished == nested.isFinished)
            #expect((flat.fraction == nil) == (nested.fraction == nil))
            if let left = flat.fraction, let right = nested.fraction { #expect(abs(left - right) < 1e-9) }
        }
    }

    private func progress(_ random: inout SystemRandomNumberGenerator) -> TransferProgress {
        let isFinished = Bool.random(using: &random)
        let (sent, received) = (Int.random(in: 1...1_000, using: &random), Int.random(in: 0...1_000, using: &random))
        return TransferProgress(
            sent: sent, received: received, expectedToSend: isFinished ? sent : sent + 10,
            expectedToReceive: isFinished ? received : received + 10,
            fraction: isFinished ? 1 : Double.random(in: 0..<1, using: &random))
    }
}

/// How often somebody is told.
struct ProgressPaceTests {
    @Test func `the first and the last are reported, and no more than one in an interval between`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<100 {
            var pace = ProgressPace(interval: .milliseconds(100))
            var (time, told) = (Duration.zero, [(time: Duration, progress: TransferProgress)]())
            for step in 0..<200 {
                time += .milliseconds(Int.random(in: 0...40, using: &random))
                let progress = TransferProgress(received: step / 3, fraction: step == 199 ? 1 : 0)
                if pace.admits(progress, at: time) { told.append((time, progress)) }
            }
            #expect(told.first?.progress.received == 0 && told.last?.progress.isFinished == true)
            for (before, after) in zip(told, told.dropFirst().dropLast()) {
                #expect(after.time - before.time >= .milliseconds(100) && after.progress != before.progress)
            }
            // As often as it may be, but for the steps between.
            #expect(told.count >= Int(time / .milliseconds(141)))
        }
    }

    @Test func `the last is reported though it has failed, unless it was reported before`() {
        var pace = ProgressPace(interval: .seconds(1))
        let one = TransferProgress(received: 1)
        let admitted = [
            pace.admits(TransferProgress(), at: .zero), pace.admits(one, at: .milliseconds(1)),
            pace.admits(one, at: .milliseconds(2), isLast: true), pace.admits(one, at: .seconds(9), isLast: true),
        ]
        #expect(admitted == [true, false, true, false])
    }

    @Test func `nothing is reported after the end`() {
        var pace = ProgressPace(interval: .zero)
        let end = TransferProgress(fraction: 1, bytesPerSecond: 1)
        let later = TransferProgress(fraction: 1, bytesPerSecond: 2)
        let admitted = [pace.admits(end, at: .zero), pace.admits(later, at: .seconds(1), isLast: true)]
        #expect(admitted == [true, false])
    }
}
