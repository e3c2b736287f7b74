import Foundation
import ResourcefulLab
import TestSupport
import Testing

/// A made-up model of an answer, with the truth about each of its members.
private indirect enum Model: Sendable {
    case number, text, list(Model), object([Property])

    struct Property: Sendable {
        let name: String
        let model: Model
        let need: Sensitivity.Need
    }

    static func arbitrary(depth: Int, using random: inout SplitMix64) -> Model {
        switch Int.random(in: 0..<(depth > 0 ? 6 : 2), using: &random) {
        case 0: .number
        case 1: .text
        case 2: .list(arbitrary(depth: depth - 1, using: &random))
        default:
            .object(
                (0..<Int.random(in: 1...4, using: &random)).map { number in
                    Property(
                        name: "m\(number)", model: arbitrary(depth: depth - 1, using: &random),
                        need: [.needed, .optional, .notRead].randomElement(using: &random) ?? .needed)
                })
        }
    }

    /// A body for the model. Optional members and those that aren't read may be missing or null.
    func body(using random: inout SplitMix64) -> JSONTree {
        switch self {
        case .number: return .int(Int.random(in: 1...100, using: &random))
        case .text: return .string("text \(Int.random(in: 1...100, using: &random))")
        case .list(let element):
            return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in element.body(using: &random) })
        case .object(let properties):
            var members: [String: JSONTree] = [:]
            for property in properties {
                let value = property.model.body(using: &random)
                let dice = Int.random(in: 0..<6, using: &random)
                if property.need == .needed || dice > 1 { members[property.name] = value }
                if property.need != .needed, dice == 1 { members[property.name] = .null }
            }
            return .object(members)
        }
    }

    /// Reads a document as a text with everything that the model reads.
    func read(_ json: JSON) throws -> String {
        switch self {
        case .number: return "\(try json.int)"
        case .text: return try json.string
        case .list(let element): return "[\(try json.array.map { try element.read($0) }.joined(separator: ","))]"
        case .object(let properties):
            _ = try json.keys
            let texts = try properties.compactMap { property -> String? in
                let member = json[property.name]
                switch property.need {
                case .needed: return try property.model.read(member)
                case .optional: return member.exists && !member.isNull ? try property.model.read(member) : "nil"
                case .notRead: return nil
                }
            }
            return "{\(texts.joined(separator: ","))}"
        }
    }

    /// Adds the truth about all members of a body to a dictionary by path.
    func tell(of body: JSONTree, at path: String, need: Sensitivity.Need, _ truth: inout [String: Truth]) {
        var known = truth[path] ?? Truth(need: need, model: self)
        known.isNull.append(body == .null)
        truth[path] = known
        switch (self, body) {
        case (.list(let element), .array(let elements)):
            for value in elements {
                element.tell(of: value, at: "\(path)[]", need: need == .notRead ? .notRead : .optional, &truth)
            }
        case (.object(let properties), .object(let members)):
            for property in properties {
                guard let value = members[property.name] else { continue }
                let place = path.isEmpty ? property.name : "\(path).\(property.name)"
                property.model.tell(of: value, at: place, need: need == .notRead ? .notRead : property.need, &truth)
            }
        default: break
        }
    }

    struct Truth {
        let need: Sensitivity.Need
        let model: Model
        var isNull: [Bool] = []

        /// What a change makes of the member, as the model says; nil if it isn't known without a second look.
        func outcome(of change: Sensitivity.Change) -> String? {
            guard need != .notRead else { return "same" }
            let isNumber = if case .number = model { true } else { false }
            switch change {
            case .missing where need == .needed: return "fails"
            case .missing: return isNull.allSatisfy { $0 } && !path.hasSuffix("[]") ? "same" : "another"
            case .null: return need == .needed || path.hasSuffix("[]") ? "fails" : "another"
            case .boolean, .beyondInt64, .fraction: return "fails"
            case .anotherText, .emptyText, .anotherNumber, .beyondInt32: return "another"
            case .text where isNumber: return "fails"
            default: return nil
            }
        }

        var path = ""
    }
}

extension Sensitivity.Outcome {
    fileprivate var name: String {
        switch self {
        case .sameValue: "same"
        case .anotherValue: "another"
        case .fails: "fails"
        }
    }
}

@Suite(.permit, .blocking) struct SensitivityModelTests {
    @Test func `the report equals the truth of a made-up model`() throws {
        var random = SplitMix64(seed: 17)
        var counts: [Sensitivity.Need: Int] = [:]
        for _ in 0..<Effort.size(reduced: 60, usual: 600, full: 600) {
            let model = Model.arbitrary(depth: 3, using: &random)
            let body = model.body(using: &random)
            let resource = Resource<String>(url: URL(filePath: "/a")) { (json: JSON) in try model.read(json) }
            let text = body.written(using: &random)
            let report = try resource.sensitivity(to: Data(text.utf8), limit: .max)
            var truth: [String: Model.Truth] = [:]
            model.tell(of: body, at: "", need: .needed, &truth)
            #expect(Set(report.members.map { $0.path.steps.isEmpty ? "" : "\($0.path)" }) == Set(truth.keys), "\(text)")
            for member in report.members {
                let path = member.path.steps.isEmpty ? "" : "\(member.path)"
                var told = try #require(truth[path])
                told.path = path
                #expect(member.need == told.need, "\(member.path) of \(text)")
                counts[member.need, default: 0] += 1
                for effect in member.effects {
                    guard let outcome = told.outcome(of: effect.change) else { continue }
                    #expect(effect.outcome.name == outcome, "\(effect.change) of \(path) of \(text)")
                }
            }
        }
        #expect(counts.values.allSatisfy { $0 > 30 } && counts.count == 3, "\(counts)")
    }

    @Test func `an answer that a made-up model reads breaks it only where members are gone`() throws {
        var random = SplitMix64(seed: 18)
        var (count, broken) = (0, 0)
        for _ in 0..<Effort.size(reduced: 60, usual: 600, full: 600) {
            let model = Model.arbitrary(depth: 3, using: &random)
            let resource = Resource<String>(url: URL(filePath: "/a")) { (json: JSON) in try model.read(json) }
            let old = Data(model.body(using: &random).written(using: &random).utf8)
            let new = Data(model.body(using: &random).written(using: &random).utf8)
            #expect(try resource.breaks(from: old, to: old, limit: .max).isEmpty)
            for found in try resource.breaks(from: old, to: new, limit: .max) {
                count += 1
                #expect(
                    found.failure == nil && found.need == .optional && found.path.steps.last != .element, "\(found)")
                #expect(found.change == .missing || found.change == .null, "\(found)")
            }
            let cut = Data("{\"m0\": \"x\"}".utf8)
            let isRead = (try? resource.parse(cut)) != nil
            let breaks = try resource.breaks(from: old, to: cut, limit: .max)
            #expect(isRead == breaks.allSatisfy { $0.failure == nil }, "\(breaks)")
            if !isRead { broken += 1 }
        }
        #expect(count > 5 && broken > 20)
    }
}
