// Code that tries every failure also stubs and runs, so one import provides both modules.
@_exported public import ResourcefulTesting
