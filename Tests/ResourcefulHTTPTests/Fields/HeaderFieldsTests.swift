import ResourcefulTesting
import Testing

struct HeaderFieldsTests {
    @Test func `a literal keeps its order and its repeats`() {
        let fields: HeaderFields = ["B": "1", "A": "2", "b": "3"]
        #expect(fields.map(\.description) == ["B: 1", "A: 2", "b: 3"])
        #expect(fields.values(of: "b") == ["1", "3"])
        #expect(fields["B"] == "1, 3")
    }

    @Test func `reading a name that is not there gives nil, and one that is empty gives the empty text`() {
        let fields: HeaderFields = ["A": ""]
        #expect(fields["B"] == nil)
        #expect(fields["A"] == "")
        #expect(fields.contains("a"))
        #expect(!fields.contains("B"))
    }

    @Test func `writing replaces all lines of the name by one at the place of the first`() {
        var fields: HeaderFields = ["X": "0", "A": "1", "B": "2", "a": "3"]
        fields["A"] = "4"
        #expect(fields.map(\.description) == ["X: 0", "A: 4", "B: 2"])
        fields["C"] = "5"
        #expect(fields.map(\.description) == ["X: 0", "A: 4", "B: 2", "C: 5"])
    }

    @Test func `writing nil removes all lines of the name`() {
        var fields: HeaderFields = ["A": "1", "B": "2", "a": "3"]
        fields["A"] = nil
        #expect(fields == ["B": "2"])
    }

    @Test func `the fields behave like a plain list of names and values under arbitrary changes`() throws {
        var random = SplitMix64(seed: 5)
        let names: [HeaderFields.Name] = ["A", "a", "B", "b", "C"]
        for _ in 0..<200 {
            var fields = HeaderFields()
            var model: [(name: String, value: String)] = []
            for _ in 0..<20 {
                let name = try #require(names.randomElement(using: &random))
                let (key, value) = (name.rawName.lowercased(), random.arbitraryASCII().filter { $0 != " " })
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    fields.append(try HeaderFields.Field(name, value))
                    model.append((key, value))
                case 1:
                    fields[name] = value
                    let place = model.firstIndex { $0.name == key } ?? model.endIndex
                    model.removeAll { $0.name == key }
                    model.insert((key, value), at: place)
                default:
                    fields[name] = nil
                    model.removeAll { $0.name == key }
                }
                #expect(fields.map(\.value) == model.map(\.value))
                #expect(fields.map { $0.name.rawName.lowercased() } == model.map(\.name))
                #expect(fields.values(of: name) == model.filter { $0.name == key }.map(\.value))
                #expect(fields.contains(name) == model.contains { $0.name == key })
            }
        }
    }

    @Test func `merging adds only the defaults whose names are not there`() {
        let own: HeaderFields = ["Accept": "text/html", "X": "1", "x": "2"]
        let defaults: HeaderFields = ["accept": "*/*", "User-Agent": "r", "X": "3", "Via": "a", "via": "b"]
        let merged = own.merging(defaults: defaults)
        #expect(
            merged == [
                "Accept": "text/html", "X": "1", "x": "2", "User-Agent": "r", "Via": "a", "via": "b",
            ])
    }

    @Test func `merging has no fields as its neutral element and is idempotent and associative`() {
        let samples: [HeaderFields] = [
            [:], ["A": "1"], ["a": "2", "B": "3"], ["C": "4", "c": "5"], ["B": "6", "A": "7", "C": "8"],
        ]
        for first in samples {
            #expect(first.merging(defaults: [:]) == first)
            #expect(HeaderFields().merging(defaults: first) == first)
            #expect(first.merging(defaults: first) == first)
            for second in samples {
                for third in samples {
                    #expect(
                        first.merging(defaults: second).merging(defaults: third)
                            == first.merging(defaults: second.merging(defaults: third)))
                }
            }
        }
    }

    @Test func `the order of the fields counts for equality, the case of their names does not`() {
        let fields: HeaderFields = ["A": "1", "B": "2"]
        #expect(fields == ["a": "1", "b": "2"])
        #expect(fields.hashValue == (["a": "1", "b": "2"] as HeaderFields).hashValue)
        #expect(fields != ["B": "2", "A": "1"])
    }

    @Test func `a collection of fields makes the same fields again`() {
        let fields: HeaderFields = ["A": "1", "B": "2", "a": "3"]
        #expect(HeaderFields(fields.map { $0 }) == fields)
        #expect(HeaderFields(fields.filter { $0.name == "A" }) == ["A": "1", "a": "3"])
    }

    @Test func `fields print as the lines that would be sent`() {
        #expect("\(["Accept": "*/*", "X": "1"] as HeaderFields)" == "Accept: */*\nX: 1")
        #expect("\(HeaderFields())".isEmpty)
    }
}
