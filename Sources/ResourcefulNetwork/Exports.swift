// Settings of connections are about what is sent over them: one import provides both modules.
@_exported public import ResourcefulHTTP
