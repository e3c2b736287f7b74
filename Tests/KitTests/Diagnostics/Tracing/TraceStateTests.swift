import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

/// The `tracestate` field of W3C Trace Context, Levels 1 and 2.
struct TraceStateTests {
    private static func members(_ count: Int) -> String { (0..<count).map { "k\($0)=\($0)" }.joined(separator: ",") }

    @Test func `a tracestate is read as the specification says`() {
        let cases =
            [
                (["rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"], "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"),
                (["congo=t61rcWkgMzE", "rojo=1"], "congo=t61rcWkgMzE,rojo=1"), ([], ""), ([""], ""), ([",, ,\t"], ""),
                // White space around members isn't part of them; within a value it is.
                (["foo=1 \t , \t bar=2, \t baz=3"], "foo=1,bar=2,baz=3"), (["foo= 1 2"], "foo= 1 2"),
                // Keys.
                (["foo@=1"], "foo@=1"), (["fw529a3039@dt=FfD"], "fw529a3039@dt=FfD"), (["0a*/-_b=1"], "0a*/-_b=1"),
                (["foo =1"], nil), (["FOO=1"], nil), (["foo.bar=1"], nil), (["=1"], nil), (["@foo=1"], nil),
                ([String(repeating: "z", count: 256) + "=1"], String(repeating: "z", count: 256) + "=1"),
                ([String(repeating: "z", count: 257) + "=1"], nil),
                // Values.
                (["foo=bar=baz"], nil), (["foo=,bar=3"], nil), (["foo"], nil), (["foo=é"], nil), (["foo=a\u{7F}"], nil),
                (["foo=" + String(repeating: "v", count: 256)], "foo=" + String(repeating: "v", count: 256)),
                (["foo=" + String(repeating: "v", count: 257)], nil),
                (["foo=!\"#$%&'()*+-./:;<>?@[\\]^_`{|}~"], "same"),
                // Of members with the same key, the first one counts.
                (["foo=1,foo=2"], "foo=1"), (["foo=1", "bar=1,foo=1"], "foo=1,bar=1"),
                // At most 32.
                ([Self.members(32)], Self.members(32)), ([Self.members(33)], nil),
                ([Self.members(20), Self.members(13)], nil),
                ([String(repeating: ",", count: 100_000)], nil),
            ] as [([String], String?)]
        for (values, expected) in cases {
            let expected = expected == "same" ? values[0] : expected
            #expect(TraceState(values)?.description == expected)
        }
    }

    @Test func `a changed member moves to the front, and the last one gives way`() throws {
        var state = try #require(TraceState([Self.members(32)]))
        state["k7"] = "new"
        #expect(state.members.first?.description == "k7=new" && state.members.count == 32)
        state["own"] = "x"
        #expect(state.members.prefix(2).map(\.key) == ["own", "k7"] && state.members.count == 32)
        #expect(state["k31"] == nil && state["k30"] == "30")
        state["own"] = nil
        #expect(state.members.count == 31 && state["own"] == nil)
        let before = state
        state["Not valid"] = "x"
        state["k1"] = "a,b"
        #expect(state == before)
    }

    @Test func `whole members are removed until the state fits, the long ones first`() throws {
        let long = "long=" + String(repeating: "v", count: 150)
        let state = try #require(TraceState(["a=1,\(long),b=2,c=3"]))
        #expect(state.trimmed() == state)
        #expect(state.trimmed(to: 100).description == "a=1,b=2,c=3")
        #expect(state.trimmed(to: 10).description == "a=1,b=2")
        #expect(state.trimmed(to: 2).description.isEmpty)
    }

    @Test func `any text is a state or none, and what is written is read as the same state`() {
        var numbers = SplitMix64(seed: 272)
        let parts = ["a", "b1", "=", ",", " ", "\t", "@", "x=1", "é", "Z", "-", "y=2,"]
        var valid = 0
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 0..<8, using: &numbers)).map { _ in
                parts.randomElement(using: &numbers) ?? ""
            }
            .joined()
            guard let state = TraceState([text]) else { continue }
            valid += 1
            #expect(TraceState([state.description]) == state)
            #expect(Set(state.members.map(\.key)).count == state.members.count)
        }
        #expect(valid > 300)
    }
}
