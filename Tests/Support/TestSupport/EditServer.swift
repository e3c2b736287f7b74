package import ResourcefulOutbox
import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A change of a list: an item is added at its end, or removed.
package struct Edit: Codable, Hashable, Sendable, CustomStringConvertible {
    package var adds: Bool
    package var item: String

    package static func add(_ item: String) -> Edit { Edit(adds: true, item: item) }
    package static func remove(_ item: String) -> Edit { Edit(adds: false, item: item) }

    package var description: String { (adds ? "+" : "-") + item }

    /// Does nothing to a list that has the change.
    package func change(_ list: inout [String]) {
        if !adds { list.removeAll { $0 == item } } else if !list.contains(item) { list.append(item) }
    }

    /// The write that makes the change.
    package var write: Resource<Void> { Resource(url: URL(string: "edits")!, method: .post, body: .json(self)) }

    /// The list.
    package static let list = Resource<[String]>(json: URL(string: "list")!)
}

extension OutboxChange<[String]> {
    package static let edit = OutboxChange(Edit.self) { list, edit in edit.change(&list) }
}

extension Outbox {
    package func keeping(_ edit: Edit, as id: String, in lane: String = "") -> Plan<Void> {
        keeping(edit.write, as: id, in: lane, showing: edit)
    }
}

/// A server with a list. It makes each change once, by its key.
package final class EditServer {
    /// What becomes of a change.
    package enum Fate: String, CaseIterable {
        case accepted, refused, unreachable, answerLost
    }

    package struct State {
        package var list: [String]
        package var known: Set<String> = []
        /// What becomes of the next changes. When there is no more, nothing arrives; nil accepts all.
        package var fates: [Fate]?
        /// Whether the list can be loaded.
        package var isUp = true
    }

    package var state: State

    package init(_ list: [String] = [], fates: [Fate]? = nil) { state = State(list: list, fates: fates) }

    package var list: [String] { state.list }

    package func answer(_ request: Request) throws -> Response {
        guard request.method == .post else {
            guard state.isUp else { throw TransportError(.cannotConnect, "offline") }
            return Response(
                headerFields: ["Cache-Control": "max-age=60"], body: try JSON.Encoder.sorted.encode(list))
        }
        let fate = state.fates.map { $0.first ?? .unreachable } ?? .accepted
        if state.fates?.isEmpty == false { state.fates?.removeFirst() }
        let key = request.headerFields["Idempotency-Key"] ?? "none"
        switch state.known.contains(key) && fate == .refused ? .accepted : fate {
        case .unreachable: throw TransportError(.cannotConnect, "offline")
        case .refused: return Response(status: 422)
        case .accepted: try accept(request, key)
        case .answerLost:
            try accept(request, key)
            throw TransportError(.connectionLost, "lost")
        }
        return Response(status: 204)
    }

    private func accept(_ request: Request, _ key: String) throws {
        guard state.known.insert(key).inserted else { return }
        try JSON(parsing: request.body?.data ?? Data()).decode(Edit.self).change(&state.list)
    }
}
