import Foundation
import ResourcefulTesting
import Testing

private struct Episode: Decodable, Sendable {
    let id: Int
    let title: String
    let length: Int?
}

struct SensitivityTests {
    @Test func `x`() throws {
        let r = Resource<[Episode]>(json: "episodes.json")
        let old = Data(#"[{"id": 1, "title": "One", "length": 3, "guests": [{"name":"a"}]}, {"id": 2, "title": "Two", "guests": []}]"#.utf8)
        let report = try r.sensitivity(to: old)
        print(report, report.readings)
        print(try r.breaks(from: old, to: Data(#"[{"id":1,"title":"x"},{"id":"1", "length": 3}]"#.utf8)))
        print(try r.breaks(from: old, to: Data(#"[{"id":1,"title":"x"},{"id":1, "title":"a"}]"#.utf8)))
        print(try r.breaks(from: old, to: Data(#"[]"#.utf8)))
        print(try r.breaks(from: old, to: Data(#"{}"#.utf8)))
        print(try r.breaks(from: old, to: Data(#""#.utf8)))
        print(try r.breaks(from: old, to: Data(#"<"#.utf8)))
        print(try r.breaks(from: old, to: Response(status: 404, body: old)))
    }
}
