import ExampleSupport

/// The arguments of `episodes what-if`.
struct WhatIfArguments: Equatable {
    /// Whether one of the policies has a bug.
    var isBuggy = false
    /// Whether event logs have what policies keep for themselves.
    var hasInternals = false

    init(_ arguments: some Sequence<String>) throws {
        for argument in arguments {
            switch argument {
            case "--buggy": isBuggy = true
            case "--internals": hasInternals = true
            default: throw UsageError(unknown: argument, known: ["--buggy", "--internals", "--help"])
            }
        }
    }
}
