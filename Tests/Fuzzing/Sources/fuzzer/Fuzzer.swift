import FuzzTargets
import JSONDifferential

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// JSON beside `JSONDecoder`.
private let json = FuzzTarget("JSON") { bytes throws(Violation) in
    if let difference = differential.difference(on: bytes) { throw Violation(difference) }
    if let problem = differential.problemOfPlaces(in: bytes) { throw Violation(problem) }
}

private let differential = Differential()

/// The target whose name is in `FUZZ_TARGET`.
private let target: FuzzTarget = {
    let targets = FuzzTarget.all + [json]
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? "JSON"
    guard let target = targets.first(where: { $0.name == name }) else {
        fatalError("there is no target \(name), but \(targets.map(\.name).sorted().joined(separator: ", "))")
    }
    return target
}()

/// What libFuzzer calls with every input: a violation is a crash, as far as it is concerned.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do throws(Violation) {
        try target.check(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        fatalError("\(target): \(error)")
    }
    return 0
}
