extension LoopChoice {
    /// The number of loops for the processors that this process may use.
    static let defaultCount = count(
        processors: ProcessInfo.processInfo.activeProcessorCount,
        quota: try? String(contentsOfFile: "/sys/fs/cgroup/cpu.max", encoding: .utf8))
}
