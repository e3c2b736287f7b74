// Who reads formats also describes requests: one import provides both.
@_exported public import ResourcefulCore
