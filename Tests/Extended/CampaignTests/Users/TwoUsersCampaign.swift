import ExtendedSupport
import ResourcefulTesting
import TestSupport
import Testing

/// Whom a response belongs to, for all lists of up to four policies.
@Suite(.permit, .blocking) struct TwoUsersCampaign {
    @Test(arguments: 0...4)
    func `with all lists of policies, no user is given what was made for another`(count: Int) async throws {
        var numbers = SeededNumbers(seed: UInt64(count))
        // Of the 24,024 lists of four every fourth, and in debug mode every four hundredth.
        let step = count < 2 ? 1 : Effort.size(reduced: [4, 100, 400][count - 2], usual: count < 4 ? 1 : 4, full: 1)
        let lists = TwoUsers.lists(of: count)
        var (violations, hits, named) = ([String](), 0, 0)
        for index in stride(from: 0, to: lists.count, by: step) {
            for difference in TwoUsers.differences(of: lists[index]) {
                let users = TwoUsers.random(lists[index], differingIn: difference, using: &numbers)
                let outcome = try await users.outcome()
                if let violation = outcome.violation { violations.append("\(users): \(violation)") }
                guard !users.layers.contains(.unnamed) else { continue }
                (named, hits) = (named + 1, hits + (outcome.isHit ? 1 : 0))
            }
        }
        #expect(violations == [])
        // Without hits, the property would say nothing.
        #expect(hits * 10 > named * 7, "\(hits) of \(named)")
    }

    @Test func `with three policies, no user joins the load of another`() throws {
        let lists = TwoUsers.lists(of: 3)
        for index in stride(from: 0, to: lists.count, by: Effort.size(reduced: 25, usual: 4, full: 1)) {
            for difference in TwoUsers.differences(of: lists[index]) {
                switch difference {
                case .field, .item:
                    let users = TwoUsers(lists[index], differingIn: difference)
                    #expect(try users.joiningViolation() == nil, "\(users)")
                case .layer, .account, .certificate: break
                }
            }
        }
    }
}
