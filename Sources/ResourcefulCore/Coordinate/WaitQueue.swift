/// A queue of waiters, by priority and then by number.
///
/// Removing a waiter only marks its place as empty; the queue is compacted when most places are empty. Removing n
/// waiters takes time proportional to n · log n, however long the queue is.
struct WaitQueue: Sendable, Sequence {
    private struct Place {
        let number: Int
        let priority: Int
        var isEmpty = false
    }

    /// The places in order. The one at `start` isn't empty.
    private var places: [Place] = []
    private var start = 0
    /// The number of waiters.
    private(set) var count = 0

    /// Whether there are no waiters.
    var isEmpty: Bool { count == 0 }

    /// The number of the next waiter.
    var first: Int? { count > 0 ? places[start].number : nil }

    /// The numbers of the waiters, in order.
    func makeIterator() -> some IteratorProtocol<Int> {
        places[start...].lazy.filter { !$0.isEmpty }.map(\.number).makeIterator()
    }

    /// Adds a waiter that isn't in the queue.
    mutating func insert(_ number: Int, priority: Int) {
        let place = Place(number: number, priority: priority)
        // Nearly all waiters are added at the end.
        let isLast = places.last.map { Self.isOrdered($0, number, priority) } ?? true
        places.insert(place, at: isLast ? places.endIndex : index(of: number, priority))
        count += 1
    }

    /// Removes a waiter.
    mutating func remove(_ number: Int, priority: Int) {
        let index = index(of: number, priority)
        guard index < places.endIndex, places[index].number == number, !places[index].isEmpty else { return }
        places[index].isEmpty = true
        count -= 1
        if count == 0 {
            places.removeAll(keepingCapacity: true)
            start = 0
        } else if places.count > 2 * count + 16 {
            places = places[start...].filter { !$0.isEmpty }
            start = 0
        } else {
            while places[start].isEmpty { start += 1 }
        }
    }

    /// Returns the first place at or after which a waiter belongs.
    private func index(of number: Int, _ priority: Int) -> Int {
        var (low, high) = (start, places.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if Self.isOrdered(places[middle], number, priority) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns whether a place precedes the one of a waiter.
    private static func isOrdered(_ place: Place, _ number: Int, _ priority: Int) -> Bool {
        place.priority == priority ? place.number < number : place.priority > priority
    }
}
