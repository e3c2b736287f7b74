// What many tests begin with, for all files of this target.
@_exported public import TestSupport
