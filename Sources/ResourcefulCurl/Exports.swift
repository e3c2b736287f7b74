// If you choose a transport, you also load: one import provides both modules.
@_exported public import ResourcefulLoading
@_exported public import ResourcefulNetwork
