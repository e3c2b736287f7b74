/// Rows under headings, each column as wide as its widest cell.
public struct Table: CustomStringConvertible {
    private let rows: [[String]]

    /// A table; the numbers of columns in `right` are aligned at their ends.
    public init(_ headings: [String], rows: [[String]], right: Set<Int> = []) {
        let widths = headings.indices.map { column in ([headings] + rows).map { $0[column].columns }.max() ?? 0 }
        let line = widths.map { String(repeating: "─", count: $0) }
        self.rows = ([headings, line] + rows).map { row in
            row.indices.map { column in
                let padding = String(repeating: " ", count: widths[column] - row[column].columns)
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

extension String {
    /// How many columns of a terminal it takes: a Chinese character takes two.
    fileprivate var columns: Int {
        unicodeScalars.reduce(0) { sum, scalar in sum + (Self.wide.contains { $0.contains(scalar.value) } ? 2 : 1) }
    }

    /// Hangul, the scripts of China and Japan, and pictures.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0x1F300...0x1FAFF, 0x20000...0x3FFFD,
    ]
}
