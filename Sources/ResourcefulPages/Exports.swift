// Pages are loaded one by one: one import provides both.
@_exported public import ResourcefulLoading
