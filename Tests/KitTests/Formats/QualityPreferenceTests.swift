import ResourcefulCore
import ResourcefulFormats
import ResourcefulTesting
import Testing

/// Options of a field with their preferences: what is set is read, what is malformed is left out.
struct QualityPreferenceTests {
    @Test func `preferences are written as HTTP writes them, and read back`() {
        var fields = HeaderFields()
        fields.acceptLanguage = ["de", QualityPreference("en", quality: 0.25)]
        fields.acceptEncoding = ["gzip", QualityPreference("identity", quality: 0)]
        #expect(fields == ["Accept-Language": "de, en;q=0.25", "Accept-Encoding": "gzip, identity;q=0"])
        #expect(fields.acceptLanguage == ["de", QualityPreference("en", quality: 0.25)])
        #expect(fields.acceptEncoding.map(\.quality) == [1, 0])
        fields.acceptLanguage = []
        fields.acceptEncoding = []
        #expect(fields == [:] && fields.acceptLanguage == [])
    }

    @Test func `a quality has three decimals from 0 to 1`() {
        #expect(
            [-1, 0.12345, 0.9999, 2, .nan].map { QualityPreference("a", quality: $0).quality } == [0, 0.123, 1, 1, 0])
        var fields: HeaderFields = ["Accept-Language": "a;q=0.5, b; Q=0.1;x=y,,c;q=x , d;q=5,;q=1, \"e,f\""]
        #expect(fields.acceptLanguage.map(\.quality) == [0.5, 0.1, 1, 1, 1])
        #expect(fields.acceptLanguage.map(\.value) == ["a", "b", "c", "d", "\"e,f\""])
        fields.acceptLanguage = [QualityPreference("a", quality: 0.12345)]
        #expect(fields["Accept-Language"] == "a;q=0.123")
    }

    @Test func `a preference that would break its line is refused`() {
        var random = SplitMix64(seed: 52)
        for _ in 0..<Effort.rounds(2_000) {
            var fields = HeaderFields()
            fields.acceptLanguage = [QualityPreference(random.arbitraryText())]
            for field in fields { #expect(!field.value.utf8.contains { $0 == 0 || $0 == 10 || $0 == 13 }) }
            #expect(fields.isEmpty != fields.rejected.isEmpty)
        }
    }
}
