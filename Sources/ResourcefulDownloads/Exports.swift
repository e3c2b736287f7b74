// Downloads are streams into a file: one import provides both.
@_exported public import ResourcefulStreams
