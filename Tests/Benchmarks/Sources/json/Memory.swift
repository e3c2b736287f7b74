import Foundation

/// How many bytes of memory a value takes, measured on so many of them; nil where the platform does not say.
func memory<Value>(ofEachOf count: Int, _ make: () throws -> Value) rethrows -> Int? {
    _ = try make()
    guard let before = residentBytes() else { return nil }
    var values: [Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try make()) }
    let after = residentBytes()
    return withExtendedLifetime(values) { after.map { ($0 - before) / count } }
}

private func residentBytes() -> Int? {
    let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return text?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * Int(getpagesize()) }
}
