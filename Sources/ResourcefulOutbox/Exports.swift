// Writes are loads that outlive the program: one import provides both.
@_exported public import ResourcefulLoading
