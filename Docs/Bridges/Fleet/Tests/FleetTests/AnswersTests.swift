import ResourcefulFleet
import Testing

/// When a server is silent, and not only busy.
@Suite struct AnswersTests {
    private let start = ContinuousClock.now
    private let wait = Duration.milliseconds(100)

    private func time(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    @Test func `a server that was asked nothing isn't looked at`() {
        var answers = Answers()
        #expect(answers.look(at: start, wait: wait) == .init())
        #expect(!answers.isSilent)
    }

    @Test func `what is late makes a server silent if nothing that was asked after it was answered`() {
        var answers = Answers()
        let first = answers.ask(at: time(0))
        _ = answers.ask(at: time(60))
        #expect(answers.look(at: time(99), wait: wait) == .init(next: time(100)))
        #expect(answers.look(at: time(100), wait: wait).isSilence)
        #expect(answers.isSilent && !answers.isBusy(since: first))
    }

    @Test func `a late answer is no silence if the server answers others, however late`() {
        var answers = Answers()
        let late = answers.ask(at: time(0))
        for number in 1..<50 {
            let other = answers.ask(at: time(number * 50))
            answers.end(other, isAnswered: true)
            #expect(!answers.look(at: time(number * 50 + 49), wait: wait).isSilence)
        }
        #expect(answers.isBusy(since: late))
    }

    @Test func `an answer to what was asked before says nothing`() {
        var answers = Answers()
        let before = answers.ask(at: time(0))
        _ = answers.ask(at: time(10))
        answers.end(before, isAnswered: true)
        #expect(answers.look(at: time(110), wait: wait).isSilence)
    }

    @Test(arguments: [true, false]) func `any answer ends a silence, and an end without one only if nothing is open`(
        isAnswered: Bool
    ) {
        var answers = Answers()
        let (first, second) = (answers.ask(at: time(0)), answers.ask(at: time(0)))
        _ = answers.look(at: time(100), wait: wait)
        answers.end(first, isAnswered: isAnswered)
        #expect(answers.isSilent == !isAnswered)
        answers.end(second, isAnswered: false)
        #expect(!answers.isSilent)
    }

    @Test func `a server that is busy can become silent`() {
        var answers = Answers()
        let late = answers.ask(at: time(0))
        answers.end(answers.ask(at: time(10)), isAnswered: true)
        #expect(answers.isBusy(since: late))
        _ = answers.ask(at: time(20))
        #expect(answers.look(at: time(120), wait: wait).isSilence)
        #expect(!answers.isBusy(since: late))
    }

    @Test func `where nothing else is asked, a sign of life is asked for once, before the answer is late`() {
        var answers = Answers()
        _ = answers.ask(at: time(0))
        #expect(answers.look(at: time(49), wait: wait) == .init(next: time(50)))
        #expect(answers.look(at: time(50), wait: wait) == .init(asks: true, next: time(100)))
        let sign = answers.ask(at: time(50))
        #expect(answers.look(at: time(60), wait: wait) == .init(next: time(100)))
        answers.end(sign, isAnswered: true)
        #expect(!answers.look(at: time(100), wait: wait).isSilence)
    }
}
