import ExampleSupport
import Resourceful
import ResourcefulLab

extension Sensitivity {
    /// The members with their need, what is needed first, in a table that fits a terminal.
    func table(fitting columns: Int?) -> Table {
        let sorted = [Need.needed, .optional, .notRead].flatMap { members($0) }
        let rows = sorted.map { member in
            ["\(member.path)", "\(member.need)", member.failingChanges.joined(separator: ", ")]
        }
        return Table(["Member", "Need", "Fails if it is"], rows: rows, fitting: columns, cutting: 2)
    }
}

extension Sensitivity.Member {
    /// The changes with which the list can't be read. Those to all other types are one.
    fileprivate var failingChanges: [String] {
        let types: KeyValuePairs<Sensitivity.Change, Sensitivity.Kind> = [
            .text: .text, .number: .number, .boolean: .boolean, .emptyList: .list, .emptyObject: .object,
        ]
        let others = types.filter { !kinds.contains($0.value) }.map(\.key)
        let failing = effects.filter { $0.outcome.failure != nil }.map(\.change)
        let isAnyOther = others.allSatisfy(failing.contains)
        let names = failing.map { isAnyOther && others.contains($0) ? "another type" : "\($0)" }
        return names.indices.filter { names.firstIndex(of: names[$0]) == $0 }.map { names[$0] }
    }
}
