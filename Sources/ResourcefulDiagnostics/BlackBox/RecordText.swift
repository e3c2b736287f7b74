/// A record as text: what people read has a line for each item, and so have effects and exchanges.
struct RecordText: CustomStringConvertible {
    let description: String

    init(_ document: JSON) {
        let log = document.log
        let box = Self.object(log["_blackBox"], depth: 2)
        let head = Self.members(of: log).filter { $0.0 != "_blackBox" && $0.0 != "entries" }
            .map { "    \(JSON.quoted($0.0)): \($0.1)" }
        let entries = Self.list(log.entries, depth: 2)
        let members = head + ["    \"_blackBox\": \(box)", "    \"entries\": \(entries)"]
        description = "{\n  \"log\": {\n\(members.joined(separator: ",\n"))\n  }\n}\n"
    }

    private static func object(_ json: JSON, depth: Int) -> String {
        let indent = String(repeating: "  ", count: depth + 1)
        let lines = members(of: json).map { key, value in
            let isList = (try? value.array) != nil
            return "\(indent)\(JSON.quoted(key)): \(isList ? list(value, depth: depth + 1) : "\(value)")"
        }
        return "{\n\(lines.joined(separator: ",\n"))\n\(indent.dropLast(2))}"
    }

    private static func list(_ json: JSON, depth: Int) -> String {
        guard let elements = try? json.array, !elements.isEmpty else { return "[]" }
        let indent = String(repeating: "  ", count: depth + 1)
        return "[\n\(elements.map { "\(indent)\($0)" }.joined(separator: ",\n"))\n\(indent.dropLast(2))]"
    }

    private static func members(of json: JSON) -> [(String, JSON)] {
        ((try? json.keys) ?? []).map { ($0, json[$0]) }
    }
}
