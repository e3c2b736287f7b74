// says: cannot find 'assertNoLeak' in scope
// write: import ResourcefulLab
import Foundation
import ResourcefulTesting

func proveNoLeak(_ plan: Plan<Int>, _ api: URL) throws {
    let secrets = Canaries()
    try assertNoLeak(of: secrets, in: plan) {
        DryRun(policies: [.bearer(secrets["token"], for: api)]) { _ in Response() }
    }
}
