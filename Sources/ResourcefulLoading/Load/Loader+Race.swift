import ResourcefulCore

extension Loader {
    /// Runs plans concurrently until one of them wins, and returns a finished plan with its outcome. It returns after
    /// the losers have ended, so they change nothing afterwards.
    func outcome<Element>(of race: Race<Element>) async -> Plan<Element> {
        await withTaskGroup(of: RaceEvent<Element>.self) { group in
            var course = RaceCourse(of: race)
            var move = course.begin()
            while true {
                if let outcome = move.outcome {
                    group.cancelAll()
                    return outcome
                }
                for plan in race.plans[move.starts] { group.addTask { .ended(await self.finished(plan)) } }
                if let wait = move.wait {
                    group.addTask {
                        _ = await self.wait(for: wait.duration)
                        return .waited(wait.number)
                    }
                }
                switch await group.next() {
                case .ended(let plan): move = course.ended(plan)
                case .waited(let number): move = course.waited(number)
                case nil: return .failure(CancellationError())
                }
            }
        }
    }
}

/// What happens in a race.
private enum RaceEvent<Element>: Sendable {
    /// One of the plans has ended. It is a finished plan, in which a value of any type can move between tasks.
    case ended(Plan<Element>)
    /// The wait with a number is over.
    case waited(Int)
}
