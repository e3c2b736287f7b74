import ResourcefulStreams
import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The algorithm of the HTML Living Standard, section 9.2.6, written down as it stands there, over decoded text.
enum EventStreamModel {
    static func events(in bytes: Data) -> [ServerSentEvent] {
        var stream = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        if stream.first == "\u{FEFF}" { stream.removeFirst() }
        var (data, type, idBuffer, events) = ("", "", "", [ServerSentEvent]())
        var retry: Duration?
        for line in lines(of: stream) {
            guard let first = line.first else {
                if !data.isEmpty {
                    var text = data.unicodeScalars
                    if text.last == "\n" { text.removeLast() }
                    events.append(
                        ServerSentEvent(
                            id: idBuffer, type: type.isEmpty ? "message" : type, data: String(text), retry: retry))
                }
                (data, type, retry) = ("", "", nil)
                continue
            }
            if first == ":" { continue }
            let colon = line.firstIndex(of: ":")
            var value = colon.map { line[line.index(after: $0)...] } ?? []
            if value.first == " " { value = value.dropFirst() }
            let text = String(String.UnicodeScalarView(value))
            switch String(String.UnicodeScalarView(colon.map { line[..<$0] } ?? line[...])).unicodeScalars.map({ $0 }) {
            case ["e", "v", "e", "n", "t"]: type = text
            case ["d", "a", "t", "a"]: data.unicodeScalars.append(contentsOf: text.unicodeScalars + ["\n"])
            case ["i", "d"]: if !value.contains("\0") { idBuffer = text }
            case ["r", "e", "t", "r", "y"]:
                if !value.isEmpty, value.allSatisfy({ ("0"..."9").contains($0) }) {
                    retry = .milliseconds(min(Int(text) ?? .max, 86_400_000))
                }
            default: break
            }
        }
        return events
    }

    /// Lines with an end; what has none is not processed.
    private static func lines(of text: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
        var (lines, line, index) = ([[Unicode.Scalar]](), [Unicode.Scalar](), 0)
        while index < text.count {
            switch text[index] {
            case "\r", "\n":
                if text[index] == "\r", index + 1 < text.count, text[index + 1] == "\n" { index += 1 }
                lines.append(line)
                line = []
            default: line.append(text[index])
            }
            index += 1
        }
        return lines
    }
}

extension SplitMix64 {
    /// A stream of lines that are likely to mean something, and of bytes that are not.
    mutating func arbitraryEventStream() -> Data {
        let words = [
            "data", "event", "id", "retry", ":", ": ", " ", "\n", "\n", "\n", "\r", "\r\n", "\n\n", "a", "12", "\0",
            "\u{FEFF}", "data: x\n", "id: 7\n", "event: e\r", "retry: 5\r\n", "é", "Data", "data\n\n",
        ]
        var bytes = Data()
        for _ in 0..<Int.random(in: 0...24, using: &self) {
            bytes += Data((words.randomElement(using: &self) ?? "").utf8)
            if Int.random(in: 0..<20, using: &self) == 0 { bytes.append(UInt8.random(in: 0x80...0xFF, using: &self)) }
        }
        return bytes
    }
}
