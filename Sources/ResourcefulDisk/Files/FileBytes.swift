#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// The bytes of a file, freed when they are no longer used.
final class FileBytes {
    let bytes: UnsafeRawBufferPointer

    /// Takes ownership of memory from `malloc`.
    init(owning memory: UnsafeMutableRawBufferPointer) { bytes = UnsafeRawBufferPointer(memory) }

    /// Copies bytes.
    convenience init(_ bytes: [UInt8]) {
        let memory = UnsafeMutableRawBufferPointer(start: malloc(max(1, bytes.count)), count: bytes.count)
        memory.copyBytes(from: bytes)
        self.init(owning: memory)
    }

    deinit { free(UnsafeMutableRawPointer(mutating: bytes.baseAddress)) }
}
