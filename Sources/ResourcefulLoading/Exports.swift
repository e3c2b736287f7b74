// If you load, you also describe: one import provides both modules.
@_exported public import ResourcefulCore
