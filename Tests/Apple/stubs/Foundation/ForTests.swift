// What only the tests use.
public struct CharacterSet: Hashable, Sendable, ExpressibleByArrayLiteral {
    public init() {}
    public init(arrayLiteral elements: Unicode.Scalar...) {}
    public static var whitespaces: CharacterSet { CharacterSet() }
    public static var newlines: CharacterSet { CharacterSet() }
    public static var whitespacesAndNewlines: CharacterSet { CharacterSet() }
}
extension StringProtocol {
    public func trimmingCharacters(in set: CharacterSet) -> String { "" }
    public var removingPercentEncoding: String? { nil }
    public func range<Other: StringProtocol>(of other: Other) -> Range<String.Index>? { nil }
}
extension Data { public func range(of other: Data) -> Range<Index>? { nil } }
extension URL {
    public var pathExtension: String { "" }
    public var lastPathComponent: String { "" }
}
open class NSEnumerator: NSObject { open func nextObject() -> Any? { nil } }
extension FileManager {
    open class DirectoryEnumerator: NSEnumerator { open func skipDescendants() {} }
    public func enumerator(atPath path: String) -> DirectoryEnumerator? { nil }
    public struct URLResourceKeyStub {}
    public func contentsOfDirectory(
        at url: URL, includingPropertiesForKeys keys: [URLResourceKeyStub]?
    ) throws -> [URL] { [] }
    public func isWritableFile(atPath path: String) -> Bool { false }
}
open class XMLParser: NSObject {
    public init(data: Data) {}
    open var delegate: (any XMLParserDelegate)?
    open func parse() -> Bool { false }
    open var parserError: (any Error)? { nil }
    open var lineNumber: Int { 0 }
    open var columnNumber: Int { 0 }
}
public protocol XMLParserDelegate: NSObjectProtocol {
    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
        qualifiedName qName: String?, attributes attributeDict: [String: String])
    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName qName: String?)
    func parser(_ parser: XMLParser, foundCharacters string: String)
}
open class PropertyListSerialization: NSObject {
    public struct ReadOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    public enum PropertyListFormat: UInt, Sendable { case openStep = 1, xml = 100, binary = 200 }
    open class func propertyList(
        from data: Data, options opt: ReadOptions = [], format: UnsafeMutablePointer<PropertyListFormat>?
    ) throws -> Any { data }
}
