// Programs that observe loads also load: one import provides both.
@_exported public import ResourcefulLoading
