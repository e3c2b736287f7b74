// Code that tests loads also writes them, so one import provides both modules.
@_exported public import ResourcefulLoading
