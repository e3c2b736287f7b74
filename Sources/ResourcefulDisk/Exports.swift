// Programs that keep responses also load them: one import provides both.
@_exported public import ResourcefulLoading
