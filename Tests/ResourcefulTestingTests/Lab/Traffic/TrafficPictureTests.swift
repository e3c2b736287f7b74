// The parser is a module of its own where the sources of Foundation are open.
#if canImport(FoundationXML)
    import Foundation
    import FoundationXML
    import ResourcefulLab
    import TestSupport
    import Testing

    struct TrafficPictureTests {
        @Test func `a picture is well-formed and shows each request once`() throws {
            var numbers = SplitMix64(seed: 7)
            for _ in 0..<Effort.rounds(200) {
                let traffic = try WaterfallTests.arbitrary(using: &numbers)
                let reader = PictureReader()
                let parser = XMLParser(data: Data(traffic.svg.utf8))
                parser.delegate = reader
                #expect(parser.parse(), "\(traffic.svg)")
                #expect(reader.counts["g"] ?? 0 == traffic.requests.count)
                #expect(reader.counts["title"] == 1 + traffic.requests.count)
                #expect(reader.counts["path"] ?? 0 == traffic.requests.count { $0.cause != nil })
                #expect(reader.counts["script"] == nil)
                #expect(reader.widths.allSatisfy { $0 > 0 && $0 <= 780 })
                #expect(!traffic.svg.contains("hunter2"))
            }
        }
    }

    private final class PictureReader: NSObject, XMLParserDelegate {
        var counts: [String: Int] = [:]
        var widths: [Int] = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            counts[name, default: 0] += 1
            if let width = attributes["width"].flatMap({ Int($0) }) { widths.append(width) }
        }
    }
#endif
