import Foundation
import ResourcefulLab

func tryEveryOrder(_ plan: Plan<Int>, _ answer: @escaping (Request) throws -> Response) throws {
    try DryRun.explore(plan, in: { DryRun(answer) })
}
