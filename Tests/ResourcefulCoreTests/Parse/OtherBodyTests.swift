import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Property lists, forms, images, bytes.
struct OtherBodyTests {
    private struct Settings: Codable, Equatable, Sendable {
        var volume: Int
        var names: [String]
        var data: Data
    }

    private let settings = Settings(volume: 7, names: ["a", "ü"], data: Data([0, 255]))

    @Test(arguments: [PropertyListDecoder.PropertyListFormat.xml, .binary])
    func `a property list is read in both forms`(format: PropertyListDecoder.PropertyListFormat) throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        let resource = Resource<Settings>(propertyList: Sample.url)
        #expect(try resource.parse(try encoder.encode(settings)) == settings)
    }

    @Test func `a property list that does not fit names the path`() throws {
        let text = "<plist version=\"1.0\"><dict><key>volume</key><string>loud</string></dict></plist>"
        let error = try #require(throws: LoadError.self) {
            try Resource<Settings>(propertyList: Sample.url).parse(Data(text.utf8))
        }
        #expect(error.stage == .parse)
        #expect(error.parseFailure?.path == ["volume"])
        #expect(throws: LoadError.self) { try Resource<Settings>(propertyList: Sample.url).parse(Data("[]".utf8)) }
        #expect(throws: LoadError.self) { try Resource<Settings>(propertyList: Sample.url).parse(Data()) }
        #expect(try Resource<Settings?>(propertyList: Sample.url).parse(Data()) == nil)
    }

    @Test func `a form is a list of names and values`() throws {
        let form = try Resource<Query>(form: Sample.url).parse(Data("access_token=a%20b+c&scope=x&scope=y&empty=".utf8))
        #expect(form.values(of: "access_token") == ["a b c"])
        #expect(form.values(of: "scope") == ["x", "y"])
        #expect(form.values(of: "empty") == [""])
        #expect(form.values(of: "other") == [])
    }

    @Test func `an image is asked for as one`() throws {
        #expect(Resource<Data>(image: Sample.url).headerFields["Accept"] == "image/*")
        let webp = Resource<Data>(image: Sample.url, mediaTypes: ["image/webp", "image/png"])
        #expect(webp.headerFields["Accept"] == "image/webp, image/png")
        let gif = Response(headerFields: ["Content-Type": "image/gif"], body: Data("GIF89a".utf8))
        #expect(throws: LoadError.self) { try webp.value(from: gif) }
        #expect(try Resource<Data>(image: Sample.url).value(from: gif) == gif.body)
    }

    @Test func `bytes and nothing are what they are`() throws {
        let request = Request(url: Sample.url, method: .post, headerFields: ["X": "1"], body: .data(Data([1])))
        #expect(Resource<Data>(request).request == request)
        #expect(Resource<Void>(request).request == request)
        #expect(
            Resource<Void>(url: Sample.url, method: .post, headerFields: ["X": "1"], body: .data(Data([1]))).request
                == request)
        #expect(try Resource<Data>(request).parse(Data([2])) == Data([2]))
        try Resource<Void>(request).parse(Data("not looked at".utf8))
    }
}
