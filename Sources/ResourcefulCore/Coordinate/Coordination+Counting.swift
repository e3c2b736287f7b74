/// Something that loads have under way at the same time.
package enum Underway: Sendable {
    /// The run under a key.
    case run(RunKey)
    /// The plans that hold a permit of a gate.
    case permits(GateKey)
}

extension Coordination {
    /// Returns the number of runs or of holders of permits.
    package func count(of counted: Underway) -> Int {
        switch counted {
        case .run(let key): open[key] == nil ? 0 : 1
        case .permits(let key): gates[key]?.holders.count ?? 0
        }
    }
}
