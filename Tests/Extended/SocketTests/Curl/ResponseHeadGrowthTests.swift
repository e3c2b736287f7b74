import ResourcefulCurl
import Testing

/// A head is read in time that is in proportion to its size.
@Suite(.alone) struct ResponseHeadGrowthTests {
    private func head(bytes lines: [[UInt8]]) throws -> ResponseHead {
        var head = ResponseHead()
        for line in lines { _ = try line.withUnsafeBytes { try head.receive($0) } }
        return head
    }

    @Test func `a head of nothing but folded lines is read in linear time`() throws {
        // Half as many lines as a head may have, and an eighth of it.
        let ratio = try Growth.ratio(from: 490, to: 1_960, upTo: 8) { count in
            let lines = Array(repeating: "a:", count: count) + Array(repeating: " b", count: count)
            let bytes = (["HTTP/1.1 200 OK"] + lines).map { Array("\($0)\r\n".utf8) } + [Array("\r\n".utf8)]
            return {
                for _ in 0..<5 {
                    let head = try head(bytes: bytes)
                    #expect(head.headerFields.last?.value.count == 2 * count - 1)
                }
            }
        }
        #expect(ratio <= 8)
    }
}
