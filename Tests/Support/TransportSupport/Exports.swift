// What tests of both suites begin with.
@_exported public import TestSupport
