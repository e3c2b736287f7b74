// Concurrent plans run in child tasks, so canceling the whole cancels the parts.
extension Loader {
    /// Runs two plans concurrently. The first failure cancels the other one.
    func outcomes<Left, Right>(of left: Plan<Left>, _ right: Plan<Right>) async -> Result<(Left, Right), any Error> {
        await withTaskGroup(of: Side<Left, Right>.self) { group in
            let number = observer?.nextGroup()
            let (leftLoader, rightLoader) = (branch(0, ofGroup: number), branch(1, ofGroup: number))
            group.addTask { .left(await leftLoader.finished(left)) }
            group.addTask { .right(await rightLoader.finished(right)) }
            var (leftValue, rightValue): (Left?, Right?)
            for await side in group {
                observer?.tell(endOf: side.isLeft ? leftLoader.observer : rightLoader.observer)
                do {
                    switch side {
                    case .left(let plan): leftValue = try plan.result?.get()
                    case .right(let plan): rightValue = try plan.result?.get()
                    }
                } catch {
                    group.cancelAll()
                    return .failure(error)
                }
            }
            guard let leftValue, let rightValue else { return .failure(CancellationError()) }
            return .success((leftValue, rightValue))
        }
    }

    /// Runs any number of plans concurrently, up to a limit at a time. The first failure cancels the rest.
    func outcomes<Element>(of plans: [Plan<Element>], limit: Int) async -> Result<[Element], any Error> {
        await withTaskGroup(of: Place<Element>.self) { group in
            var values = [Element?](repeating: nil, count: plans.count)
            let number = observer?.nextGroup()
            for (index, plan) in plans.prefix(limit).enumerated() {
                let loader = branch(index, ofGroup: number)
                group.addTask { Place(index: index, plan: await loader.finished(plan), observer: loader.observer) }
            }
            var started = min(limit, plans.count)
            for await place in group {
                observer?.tell(endOf: place.observer)
                do {
                    values[place.index] = try place.plan.result?.get()
                } catch {
                    group.cancelAll()
                    return .failure(error)
                }
                if started < plans.count {
                    let loader = branch(started, ofGroup: number)
                    group.addTask { [index = started, plan = plans[started]] in
                        Place(index: index, plan: await loader.finished(plan), observer: loader.observer)
                    }
                    started += 1
                }
            }
            return .success(values.compactMap { $0 })
        }
    }

    /// Returns the loader for a branch of a group of concurrent plans.
    func branch(_ place: Int, ofGroup group: Int?) -> Loader {
        guard let observer, observer.log != nil, let group else { return self }
        return observed(by: observer.branch(place, ofGroup: group))
    }
}

/// The outcome of one of two plans. It is a finished plan, in which a value of any type can move between tasks.
private enum Side<Left, Right>: Sendable {
    case left(Plan<Left>)
    case right(Plan<Right>)

    var isLeft: Bool { if case .left = self { true } else { false } }
}

/// The outcome of one of many plans, as a finished plan, with its index.
private struct Place<Element>: Sendable {
    let index: Int
    let plan: Plan<Element>
    /// What observes it.
    let observer: Observation?
}
