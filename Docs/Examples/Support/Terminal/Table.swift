/// Rows under headings, each column as wide as its widest cell.
public struct Table: CustomStringConvertible {
    private let headings: [String]
    private let rows: [[String]]
    private let right: Set<Int>
    private let widths: [Int]

    /// The minimum width of the column that is cut.
    private static let least = 24

    /// Creates a table. The columns with numbers in `right` are aligned on the right.
    public init(_ headings: [String], rows: [[String]], right: Set<Int> = []) {
        self.init(headings, rows, right)
    }

    /// Creates a table that fits a width.
    ///
    /// - Parameters:
    ///   - right: The numbers of the columns that are aligned on the right.
    ///   - limit: The number of columns of the terminal; nil for any.
    ///   - column: The number of the column whose cells are cut to fit.
    ///   - cut: The place where they are cut.
    ///   - dispensable: The numbers of the columns to leave out if that isn't enough, in this order.
    public init(
        _ headings: [String], rows: [[String]], right: Set<Int> = [], fitting limit: Int?, cutting column: Int,
        at cut: String.Cut = .end, leavingOut dispensable: [Int] = []
    ) {
        let whole = Table(headings, rows, right)
        guard let limit, whole.width > limit, whole.widths.indices.contains(column) else {
            self = whole
            return
        }
        let left = limit - (whole.width - whole.widths[column])
        if left < min(Self.least, whole.widths[column]), let out = dispensable.first {
            func without(_ number: Int) -> Int { number > out ? number - 1 : number }
            func without(_ row: [String]) -> [String] { row.indices.filter { $0 != out }.map { row[$0] } }
            self.init(
                without(headings), rows: rows.map(without), right: Set(right.filter { $0 != out }.map(without)),
                fitting: limit, cutting: without(column), at: cut,
                leavingOut: dispensable.dropFirst().map(without))
            return
        }
        func shortened(_ row: [String]) -> [String] {
            row.indices.map { $0 == column ? row[$0].shortened(to: max(left, 1), at: cut) : row[$0] }
        }
        self.init(shortened(headings), rows.map(shortened), right)
    }

    private init(_ headings: [String], _ rows: [[String]], _ right: Set<Int>) {
        (self.headings, self.rows, self.right) = (headings, rows, right)
        widths = headings.indices.map { column in ([headings] + rows).map { $0[column].columns }.max() ?? 0 }
    }

    /// The number of columns of its widest line.
    private var width: Int { widths.reduce(0, +) + 2 * max(widths.count - 1, 0) }

    public var description: String {
        let line = widths.map { String(repeating: "─", count: $0) }
        return ([headings, line] + rows).map { row in
            let cells = row.indices.map { column in
                let padding = String(repeating: " ", count: widths[column] - row[column].columns)
                return right.contains(column) ? padding + row[column] : row[column] + padding
            }
            return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}
