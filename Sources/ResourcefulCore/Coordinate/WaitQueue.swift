/// Those who wait, the highest priority first, then those with the lowest number.
///
/// The place of one who leaves is only marked, and swept when most places are empty: so n of them leave in time
/// proportional to n · log n, however long the queue is.
struct WaitQueue: Sendable, Sequence {
    private struct Place {
        let number: Int
        let priority: Int
        var isEmpty = false
    }

    /// In order. The one at `start` is not empty.
    private var places: [Place] = []
    private var start = 0
    /// How many wait.
    private(set) var count = 0

    /// Whether nobody waits.
    var isEmpty: Bool { count == 0 }

    /// The number of the one whose turn is next.
    var first: Int? { count > 0 ? places[start].number : nil }

    /// The numbers of those who wait, in order.
    func makeIterator() -> some IteratorProtocol<Int> {
        places[start...].lazy.filter { !$0.isEmpty }.map(\.number).makeIterator()
    }

    /// Adds somebody who does not wait here yet.
    mutating func insert(_ number: Int, priority: Int) {
        let place = Place(number: number, priority: priority)
        // Nearly all come behind the last one.
        let isLast = places.last.map { Self.isOrdered($0, number, priority) } ?? true
        places.insert(place, at: isLast ? places.endIndex : index(of: number, priority))
        count += 1
    }

    /// Removes somebody who waits here.
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

    /// The first place at or behind which somebody belongs.
    private func index(of number: Int, _ priority: Int) -> Int {
        var (low, high) = (start, places.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if Self.isOrdered(places[middle], number, priority) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Whether a place is in front of the one of somebody else.
    private static func isOrdered(_ place: Place, _ number: Int, _ priority: Int) -> Bool {
        place.priority == priority ? place.number < number : place.priority > priority
    }
}
