#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What this process has used so far.
enum Usage {
    /// Nanoseconds of processor time of all threads, in the program and in the kernel.
    static var processorTime: Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }

    /// The most kibibytes of memory that were resident at once.
    static var peakMemory: Int {
        #if os(Linux)
            // Not `getrusage`, whose maximum begins with what the program that started this one used.
            guard let file = fopen("/proc/self/status", "r") else { return 0 }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 256)
            while fgets(&line, Int32(line.count), file) != nil {
                let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                let words = text.split(whereSeparator: \.isWhitespace)
                if words.first == "VmHWM:", words.count > 1, let amount = Int(words[1]) { return amount }
            }
            return 0
        #else
            var usage = rusage()
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss / 1_024
        #endif
    }
}
