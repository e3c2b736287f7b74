import ResourcefulCore
import ResourcefulFormats
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

private typealias Field = StructuredField

/// The examples of RFC 9651, section by section.
struct StructuredFieldExampleTests {
    @Test func `section 1 and 2: an item with parameters, and a field of an item`() throws {
        #expect(
            try Field.Item(parsing: "2; foourl=\"https://foo.example.com/\"").parameters["foourl"]
                == "https://foo.example.com/")
        let item = try Field.Item(parsing: #"2; fooUrl="x""#.lowercased())
        #expect(item == Field.Item(2, parameters: ["foourl": "x"]))
    }

    @Test func `section 3_1: lists`() throws {
        let tokens: Field.List = [
            .item(.init(.token("sugar"))), .item(.init(.token("tea"))), .item(.init(.token("rum"))),
        ]
        #expect(try Field.List(parsing: "sugar, tea, rum") == tokens)
        #expect(try Field.List(parsing: ["sugar, tea", "rum"]) == tokens)
        #expect(try tokens.serialized() == "sugar, tea, rum")
    }

    @Test func `section 3_1_1: inner lists`() throws {
        let lists: Field.List = [["foo", "bar"], ["baz"], ["bat", "one"], []]
        #expect(try Field.List(parsing: #"("foo" "bar"), ("baz"), ("bat" "one"), ()"#) == lists)
        #expect(try lists.serialized() == #"("foo" "bar"), ("baz"), ("bat" "one"), ()"#)
        let text = #"("foo"; a=1;b=2);lvl=5, ("bar" "baz");lvl=1"#
        let list = try Field.List(parsing: text)
        #expect(list.map(\.parameters) == [["lvl": 5], ["lvl": 1]])
        #expect(list[0].items == [Field.Item("foo", parameters: ["a": 1, "b": 2])])
        #expect(try list.serialized() == #"("foo";a=1;b=2);lvl=5, ("bar" "baz");lvl=1"#)
    }

    @Test func `section 3_1_2: parameters`() throws {
        let text = "abc;a=1;b=2; cde_456, (ghi;jk=4 l);q=\"9\";r=w"
        let list = try Field.List(parsing: text)
        #expect(list[0] == .item(.init(.token("abc"), parameters: ["a": 1, "b": 2, "cde_456": true])))
        let inner: [Field.Item] = [.init(.token("ghi"), parameters: ["jk": 4]), .init(.token("l"))]
        #expect(list[1] == .innerList(.init(inner, parameters: ["q": "9", "r": .token("w")])))
        #expect(try list.serialized() == "abc;a=1;b=2;cde_456, (ghi;jk=4 l);q=\"9\";r=w")
        #expect(try Field.Item(parsing: "1; a; b=?0") == .init(1, parameters: ["a": true, "b": false]))
    }

    @Test func `section 3_2: dictionaries`() throws {
        let words = try Field.Dictionary(parsing: #"en="Applepie", da=:w4ZibGV0w6ZydGU=:"#)
        #expect(words["en"]?.value == "Applepie")
        #expect(words["da"]?.value == .byteSequence(Data("Æbletærte".utf8)))
        #expect(try words.serialized() == #"en="Applepie", da=:w4ZibGV0w6ZydGU=:"#)
        let flags = try Field.Dictionary(parsing: "a=?0, b, c; foo=bar")
        #expect(flags.keys == ["a", "b", "c"])
        #expect(flags.map(\.value.value) == [false, true, true])
        #expect(flags["c"]?.parameters == ["foo": .token("bar")])
        #expect(try flags.serialized() == "a=?0, b, c;foo=bar")
        let rating = try Field.Dictionary(parsing: "rating=1.5, feelings=(joy sadness)")
        #expect(rating["rating"]?.value == 1.5)
        #expect(rating["feelings"]?.items.map(\.value) == [.token("joy"), .token("sadness")])
        let mixed = try Field.Dictionary(parsing: "a=(1 2), b=3, c=4;aa=bb, d=(5 6);valid")
        #expect(mixed["d"] == .innerList(.init([5, 6], parameters: ["valid": true])))
        #expect(try mixed.serialized() == "a=(1 2), b=3, c=4;aa=bb, d=(5 6);valid")
        #expect(try Field.Dictionary(parsing: ["foo=1", "bar=2"]).serialized() == "foo=1, bar=2")
    }

    @Test func `section 3_3: items`() throws {
        #expect(try Field.Item(parsing: "5; foo=bar") == .init(5, parameters: ["foo": .token("bar")]))
        #expect(try Field.Item(parsing: "42").value == 42)
        #expect(try Field.Item(parsing: "4.5").value == 4.5)
        #expect(try Field.Item(parsing: "\"hello world\"").value == "hello world")
        #expect(try Field.Item(parsing: "foo123/456").value == .token("foo123/456"))
        let bytes = Data("pretend this is binary content.".utf8)
        let text = ":cHJldGVuZCB0aGlzIGlzIGJpbmFyeSBjb250ZW50Lg==:"
        #expect(try Field.Item(parsing: text).value == .byteSequence(bytes))
        #expect(try Field.Item(.byteSequence(bytes)).serialized() == text)
        #expect(try Field.Item(parsing: "?1").value == true)
        #expect(try Field.Item(parsing: "@1659578233").value == .date(Date(timeIntervalSince1970: 1_659_578_233)))
        let display = #"%"This is intended for display to %c3%bcsers.""#
        #expect(try Field.Item(parsing: display).value == .displayString("This is intended for display to üsers."))
        #expect(try Field.Item(.displayString("This is intended for display to üsers.")).serialized() == display)
    }

    @Test func `what is empty has no text`() throws {
        #expect(
            try Field.List(parsing: "") == [] && Field.List(parsing: "  ") == [] && Field.List([]).serialized() == "")
        #expect(try Field.Dictionary(parsing: "") == [:] && Field.Dictionary().serialized() == "")
        #expect(throws: InvalidStructuredField.self) { try Field.Item(parsing: "") }
    }

    @Test func `fields hold structured values`() throws {
        var fields: HeaderFields = ["Priority": "u=2, i", "X": "a", "x": "b", "Broken": "1,"]
        let priority = try fields.structured("priority", as: Field.Dictionary.self)
        #expect(priority?["u"]?.value == 2 && priority?["i"]?.value == true)
        #expect(try fields.structured("X", as: Field.List.self)?.count == 2)
        #expect(throws: InvalidStructuredField.self) { try fields.structured("X", as: Field.Item.self) }
        #expect(throws: InvalidStructuredField.self) { try fields.structured("Broken", as: Field.List.self) }
        #expect(try fields.structured("None", as: Field.List.self) == nil)
        try fields.setStructured("X", Field.Item(.token("c")))
        #expect(fields.values(of: "X") == ["c"])
        try fields.setStructured("X", [] as Field.List)
        #expect(!fields.contains("X"))
        #expect(throws: InvalidStructuredField.self) { try fields.setStructured("X", Field.Item("a\r\nB: c")) }
        #expect(!fields.contains("X") && fields.rejected.isEmpty)
    }
}
