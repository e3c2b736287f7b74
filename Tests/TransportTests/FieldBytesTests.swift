import Testing

@testable import ResourcefulCurl

struct FieldBytesTests {
    @Test func `a value may have every byte but NUL, CR and LF, wherever it is`() {
        for count in 0...40 {
            for place in 0..<count {
                for byte in UInt8.min...UInt8.max {
                    var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: count)
                    bytes[place] = byte
                    let check = bytes.withUnsafeBytes { FieldBytes($0) }
                    let isAsExpected =
                        check.areAllowed == ![0, 0x0A, 0x0D].contains(byte) && check.areASCII == (byte < 0x80)
                    if !isAsExpected { Issue.record("byte \(byte) at \(place) of \(count)") }
                }
            }
        }
        let none = FieldBytes(UnsafeRawBufferPointer(start: nil, count: 0))
        #expect(none.areAllowed && none.areASCII)
    }
}
