import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

/// What a record shows of entries of the store.
struct BlackBoxEntryTests {
    @Test func `an entry shows its counters, what it says itself, and no text that is secret by its name`() async throws
    {
        let text = StoreEntry(data: Data("hunter2".utf8), date: .distantPast)
        let counter = StoreEntry(data: Data([0, 0, 0, 200]), date: .distantPast)
        // Too long for a counter, and no text.
        let notes = StoreEntry(data: Data(repeating: 0xFF, count: 400), date: .distantPast)
        let store = MemoryStore(["~token": text, "~sent": counter, "shown": text, "~notes": notes])
        let box = BlackBox()
        let plan = Plan.read("~token")
            .flatMap { _ in Plan.read("~sent") }
            .flatMap { _ in Plan.read("~notes") }
            .flatMap { _ in Plan.read("shown") { StoreEntry(data: Data("seven letters".utf8), date: $0.date) } }
            .flatMap { _ in Plan<Void>.failure(RequestError("stopped")) }
        _ = try? await Webservice(
            store: store, observers: [box.observer], transport: StubTransport { _ in Response() }
        ).load(plan)
        let record = String(decoding: try #require(box.records.first).data, as: UTF8.self)
        #expect(!record.contains("hunter2"))
        #expect(record.contains("seven letters") && record.contains(counter.data.base64EncodedString()))
        // Encoders may escape a slash.
        #expect(!record.replacing("\\", with: "").contains(notes.data.base64EncodedString().prefix(60)))
        #expect(record.contains("~notes") && record.contains("400"))
    }
}
