/// Rows under headings, each column as wide as its widest cell.
public struct Table: CustomStringConvertible {
    private let rows: [[String]]

    /// A table; the numbers of columns in `right` are aligned at their ends.
    public init(_ headings: [String], rows: [[String]], right: Set<Int> = []) {
        let widths = headings.indices.map { column in ([headings] + rows).map { $0[column].count }.max() ?? 0 }
        let line = widths.map { String(repeating: "─", count: $0) }
        self.rows = ([headings, line] + rows).map { row in
            row.indices.map { column in
                let padding = String(repeating: " ", count: widths[column] - row[column].count)
                return right.contains(column) ? padding + row[column] : row[column] + padding
            }
        }
    }

    public var description: String {
        rows.map { row in
            let line = row.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}
