import ResourcefulProgress
import Testing

/// A tally that can be looked at.
private final class Sheet {
    var tally = ProgressTally()
    func progress(at time: Duration) -> TransferProgress { tally.progress(at: time) }
}

/// The bytes of a load, counted from events.
struct ProgressTallyTests {
    @Test func `a body that comes, from nothing to all`() {
        let sheet = Sheet()
        let number = sheet.tally.began(toSend: 0)
        #expect(sheet.progress(at: .zero).fraction == nil)
        sheet.tally.answered(toReceive: 1_000, number)
        #expect(sheet.progress(at: .zero).fraction == 0)
        sheet.tally.received(250, number)
        #expect(sheet.progress(at: .zero).fraction == 0.25)
        sheet.tally.received(750, number)
        // All of it has come, and still it may fail.
        #expect(sheet.progress(at: .zero).fraction == 1.0.nextDown)
        sheet.tally.ended(number, inVain: false)
        #expect(sheet.progress(at: .zero).fraction == 1.0.nextDown)
        sheet.tally.succeeded()
        #expect(sheet.progress(at: .zero).fraction == 1)
    }

    @Test func `while a body is sent, the answer is not waited for`() {
        let sheet = Sheet()
        let number = sheet.tally.began(toSend: 400)
        sheet.tally.sent(100, number)
        #expect(sheet.progress(at: .zero).fraction == 0.25)
        sheet.tally.sent(300, number)
        sheet.tally.answered(toReceive: nil, number)
        sheet.tally.received(50, number)
        // Of unknown length: it stays.
        #expect(sheet.progress(at: .zero).fraction == 0.25)
        #expect(sheet.progress(at: .zero).expectedToReceive == nil)
    }

    @Test func `of unknown length, nothing is said before the end`() {
        let sheet = Sheet()
        let number = sheet.tally.began(toSend: 0)
        sheet.tally.answered(toReceive: nil, number)
        sheet.tally.received(100_000, number)
        #expect(sheet.progress(at: .zero).fraction == nil && sheet.progress(at: .zero).expected == nil)
        sheet.tally.succeeded()
        let end = sheet.progress(at: .zero)
        #expect(end.fraction == 1 && end.expectedToReceive == 100_000 && end.received == 100_000)
    }

    @Test func `a body that is sent again counts from its beginning, and the fraction waits to be overtaken`() {
        let sheet = Sheet()
        let first = sheet.tally.began(toSend: 100)
        sheet.tally.sent(60, first)
        #expect(sheet.progress(at: .zero).fraction == 0.6)
        sheet.tally.rewound(to: 0, first)
        #expect(sheet.progress(at: .zero).sent == 0 && sheet.progress(at: .zero).fraction == 0.6)
        sheet.tally.sent(30, first)
        sheet.tally.ended(first, inVain: true)
        let second = sheet.tally.began(toSend: 100)
        sheet.tally.sent(50, second)
        #expect(sheet.progress(at: .zero).sent == 50 && sheet.progress(at: .zero).fraction == 0.6)
        sheet.tally.sent(20, second)
        #expect(sheet.progress(at: .zero).fraction == 0.7)
    }

    @Test func `a resumed download counts what was there`() {
        let sheet = Sheet()
        sheet.tally.resumed(after: 400)
        let number = sheet.tally.began(toSend: 0)
        sheet.tally.answered(toReceive: 600, number)
        let begun = sheet.progress(at: .zero)
        #expect(begun.received == 400 && begun.fraction == 0.4)
        sheet.tally.received(600, number)
        _ = sheet.progress(at: .seconds(1))
        // What was there before is no pace.
        #expect(sheet.progress(at: .seconds(2)).bytesPerSecond == 300)
    }

    @Test func `a resumed download that waits for its first byte has no rate`() {
        let sheet = Sheet()
        sheet.tally.resumed(after: 400)
        let number = sheet.tally.began(toSend: 0)
        for second in 0...3 {
            let progress = sheet.progress(at: .seconds(second))
            #expect(progress.bytesPerSecond == nil && "\(progress)" == "400 bytes", "\(progress)")
        }
        sheet.tally.received(300, number)
        #expect(sheet.progress(at: .seconds(4)).bytesPerSecond == 300)
    }

    /// Whatever happens, in whatever order.
    @Test func `the fraction never goes back, and is 1 at the end alone`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let sheet = Sheet()
            var (numbers, last, time) = ([Int](), 0.0, Duration.zero)
            for _ in 0..<60 {
                let number = numbers.randomElement(using: &random) ?? 0
                let count = Int.random(in: 0...1_000, using: &random)
                switch Int.random(in: 0..<9, using: &random) {
                case 0, 1: numbers.append(sheet.tally.began(toSend: Bool.random(using: &random) ? count : nil))
                case 2: sheet.tally.expects(toSend: count, number)
                case 3: sheet.tally.sent(count, number)
                case 4: sheet.tally.rewound(to: 0, number)
                case 5: sheet.tally.answered(toReceive: Bool.random(using: &random) ? count : nil, number)
                case 6, 7: sheet.tally.received(count, number)
                default: sheet.tally.ended(number, inVain: Bool.random(using: &random))
                }
                time += .milliseconds(count)
                let progress = sheet.progress(at: time)
                #expect(progress.fraction.map { $0 >= last && $0 < 1 } ?? (last == 0))
                #expect(progress.sent >= 0 && progress.received >= 0 && progress.bytesPerSecond.map { $0 >= 0 } ?? true)
                last = progress.fraction ?? last
            }
            sheet.tally.succeeded()
            let end = sheet.progress(at: time)
            #expect(end.fraction == 1 && end.expectedToSend == end.sent && end.expectedToReceive == end.received)
        }
    }

    @Test func `a server may say any length`() {
        var tally = ProgressTally()
        let (one, two) = (tally.began(toSend: 10), tally.began(toSend: 0))
        for number in [one, two] { tally.answered(toReceive: .max, number) }
        tally.received(5, one)
        let progress = tally.progress(at: .zero)
        #expect(progress.expectedToReceive == .max && progress.expected == .max && progress.received == 5)
        #expect(progress.fraction.map { $0 < 1e-9 } == true)
        tally.ended(two, inVain: true)
        #expect(tally.progress(at: .seconds(1)).expected == .max)
        let all = TransferProgress.combined([progress, progress])
        #expect(all.expected == .max && all.timeLeft == nil)
    }

    @Test func `the pace is that of the last seconds`() throws {
        let sheet = Sheet()
        let number = sheet.tally.began(toSend: 0)
        sheet.tally.answered(toReceive: nil, number)
        #expect(sheet.progress(at: .zero).bytesPerSecond == nil)
        // A thousand bytes a second, told a hundred times a second.
        for step in 1...2_000 {
            sheet.tally.received(10, number)
            let pace = sheet.progress(at: .milliseconds(10 * step)).bytesPerSecond
            if step >= 10 { #expect(abs(try #require(pace) - 1_000) < 1e-6) }
        }
        // Then nothing: after the window it stands still.
        var paces: [Double] = []
        for step in 1...60 {
            paces.append(try #require(sheet.progress(at: .seconds(20) + .milliseconds(100 * step)).bytesPerSecond))
        }
        #expect(paces == paces.sorted(by: >=) && paces.last == 0)
    }
}
