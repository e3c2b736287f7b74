extension Loader {
    /// Runs plans concurrently until one of them wins, and returns a finished plan with its outcome. It returns after
    /// the losers have ended, so they change nothing afterwards.
    func outcome<Element>(of race: Race<Element>) async -> Plan<Element> {
        await withTaskGroup(of: RaceEvent<Element>.self) { group in
            var course = RaceCourse(of: race)
            var move = course.begin()
            let number = observer?.nextGroup()
            // The waits that aren't over, which end with the race.
            var waits: [Int: Duration] = [:]
            while true {
                if let outcome = move.outcome {
                    group.cancelAll()
                    for (_, duration) in waits.sorted(by: { $0.key < $1.key }) {
                        observer?.tell(waitOf: duration, isOver: false)
                    }
                    return outcome
                }
                for (place, plan) in zip(move.starts, race.plans[move.starts]) {
                    let loader = branch(place, ofGroup: number).with(layers.racing(by: race.rules, since: Date()))
                    group.addTask { .ended(await loader.finished(plan), loader.observer) }
                }
                if let wait = move.wait {
                    if observer != nil { waits[wait.number] = wait.duration }
                    group.addTask {
                        _ = await self.wait(for: wait.duration)
                        return .waited(wait.number)
                    }
                }
                switch await group.next() {
                case .ended(let plan, let branch):
                    observer?.tell(endOf: branch)
                    move = course.ended(plan)
                case .waited(let number):
                    if let duration = waits.removeValue(forKey: number) {
                        // Its end counts when the race sees it.
                        observer?.tell(waitOf: duration, isOver: true)
                    }
                    move = course.waited(number)
                case nil: return .failure(CancellationError())
                }
            }
        }
    }
}

/// What happens in a race.
private enum RaceEvent<Element>: Sendable {
    /// One of the plans has ended. It is a finished plan, in which a value of any type can move between tasks.
    case ended(Plan<Element>, Observation?)
    /// The wait with a number is over.
    case waited(Int)
}
