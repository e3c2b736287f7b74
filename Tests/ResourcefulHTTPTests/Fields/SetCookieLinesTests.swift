import Testing

@testable import ResourcefulHTTP

/// Lines of a field that a system has joined.
struct SetCookieLinesTests {
    @Test func `lines that were joined come apart`() {
        let cases: [[String]] = [
            ["a=1"], ["a=1; expires=Sun, 06 Nov 1994 08:49:37 GMT; path=/", "b=2"], ["a=1, 2", "b=3; path=/"],
            ["a=1; expires=Sunday, 06-Nov-94 08:49:37 GMT", "b=2; Max-Age=3", "__Host-c=\"x\""], [""],
        ]
        for lines in cases {
            #expect(SetCookieLines.split(lines.joined(separator: ", ")) == lines, "\(lines)")
            #expect(SetCookieLines.split(lines.joined(separator: ",")) == lines, "\(lines)")
        }
    }
}
