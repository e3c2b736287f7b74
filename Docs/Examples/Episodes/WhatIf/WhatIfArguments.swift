import ExampleSupport

/// The arguments of `episodes what-if`.
struct WhatIfArguments: Equatable {
    /// Whether one of the policies has a bug.
    var isBuggy = false

    init(_ arguments: some Sequence<String>) throws {
        for argument in arguments {
            guard argument == "--buggy" else { throw UsageError(unknown: argument, known: ["--buggy", "--help"]) }
            isBuggy = true
        }
    }
}
