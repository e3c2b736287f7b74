#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#endif

/// What this process has now, where the system tells: zeros elsewhere.
struct Footprint: CustomStringConvertible {
    /// Resident memory.
    var kibibytes: Int
    /// Open files and sockets.
    var descriptors: Int
    var threads: Int
    /// What was allocated and not given back, as the allocator counts it.
    var allocatedKibibytes = 0

    static var now: Footprint {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
            .split(separator: " ").dropFirst().first.flatMap { Int($0) }
        func count(_ folder: String) -> Int {
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count) ?? 0
        }
        return Footprint(kibibytes: (pages ?? 0) * 4, descriptors: count("fd"), threads: count("task"))
    }

    /// The same after the allocator has given back what nobody uses.
    static var trimmed: Footprint {
        _ = trim?(0)
        var footprint = now
        footprint.allocatedKibibytes = allocatedBytes / 1_024
        return footprint
    }

    #if canImport(Glibc)
        /// The allocator's function, which Swift's module of the library doesn't show.
        private static let trim: (@convention(c) (Int) -> Int32)? = symbol("malloc_trim").map {
            unsafeBitCast($0, to: (@convention(c) (Int) -> Int32).self)
        }

        /// Tells what is where, as XML (malloc_info(3)).
        private static let tell: (@convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32)? =
            symbol("malloc_info").map {
                unsafeBitCast($0, to: (@convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32).self)
            }

        /// What the allocator has of the system, without what is free.
        private static var allocatedBytes: Int {
            var (buffer, count): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
            guard let tell, let file = open_memstream(&buffer, &count) else { return 0 }
            _ = tell(0, file)
            fclose(file)
            defer { free(buffer) }
            // The totals stand behind the last heap.
            let text = buffer.map { String(cString: $0) } ?? ""
            let totals = text.split(separator: "</heap>").last.map(String.init) ?? ""
            func size(_ name: String) -> Int {
                let line = totals.split(separator: "\n").first { $0.hasPrefix("<\(name)") }
                let rest = line?.split(separator: "size=\"").last?.prefix { $0.isNumber }
                return rest.flatMap { Int($0) } ?? 0
            }
            return size("system type=\"current\"") + size("total type=\"mmap\"") - size("total type=\"fast\"")
                - size("total type=\"rest\"")
        }

        private static func symbol(_ name: String) -> UnsafeMutableRawPointer? { dlsym(dlopen(nil, RTLD_NOW), name) }
    #else
        private static let trim: ((Int) -> Int32)? = nil
        private static let allocatedBytes = 0
    #endif

    /// A sanitizer keeps memory that was freed: how much there is says nothing then.
    static let isMemoryMeaningful: Bool = {
        #if canImport(Glibc)
            ["__tsan_init", "__asan_init"].allSatisfy { symbol($0) == nil }
        #else
            true
        #endif
    }()

    /// Whether it is no more than this: not one descriptor or thread, and of what is allocated a little, as what
    /// libraries keep comes and goes. What is resident says less: the system's allocator keeps
    /// the free end of each of its arenas, tens of megabytes, and the stacks of threads that have ended.
    func isWithin(_ first: Footprint) -> Bool {
        let isSmall = allocatedKibibytes <= first.allocatedKibibytes + 4_096 || !Self.isMemoryMeaningful
        return isSmall && descriptors <= first.descriptors && threads <= first.threads
    }

    /// The same with the lower numbers of descriptors and threads of both.
    func lowered(to other: Footprint) -> Footprint {
        var lowered = self
        lowered.descriptors = min(descriptors, other.descriptors)
        lowered.threads = min(threads, other.threads)
        return lowered
    }

    var description: String {
        let memory = "\(kibibytes / 1_024) MB" + (allocatedKibibytes > 0 ? ", \(allocatedKibibytes) KB allocated" : "")
        return "\(memory), \(descriptors) descriptors, \(threads) threads"
    }
}
