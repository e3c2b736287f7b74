import Foundation
import Resourceful

#if canImport(FoundationXML)
    import FoundationXML
#endif

final class TitleReader: NSObject, XMLParserDelegate {
    private(set) var titles: [String] = []
    private var text: String?

    static func titles(in xml: Data) throws -> [String] {
        let (reader, parser) = (TitleReader(), XMLParser(data: xml))
        parser.delegate = reader
        guard parser.parse() else {
            let found = parser.parserError.map { "\($0)" } ?? "something else"
            throw ParseFailure(
                expected: "XML", found: found,
                position: TextPosition(line: parser.lineNumber, column: parser.columnNumber))
        }
        return reader.titles
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        if name == "title" { text = "" }
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) { text? += characters }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        if name == "title", let text { titles.append(text) }
        text = nil
    }
}
