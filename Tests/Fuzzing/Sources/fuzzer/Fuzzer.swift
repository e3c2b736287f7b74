#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

private let differential = Differential()

/// What libFuzzer calls with every input: a difference from `JSONDecoder` is a crash, as far as it is concerned.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let difference = differential.difference(on: bytes) { fatalError(difference) }
    if let problem = differential.problemOfPlaces(in: bytes) { fatalError(problem) }
    return 0
}
