// says: type 'DryRun' has no member '…'
// write: import ResourcefulLab
import Foundation
import ResourcefulTesting

func tryEveryOrder(_ plan: Plan<Int>, _ answer: @escaping (Request) throws -> Response) throws {
    try DryRun.explore(plan, in: { DryRun(answer) })
}
