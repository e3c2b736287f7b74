// The progress of a load is watched where it is loaded: one import provides both.
@_exported public import ResourcefulLoading
