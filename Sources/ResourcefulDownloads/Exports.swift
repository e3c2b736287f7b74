// Who downloads also describes and loads: one import provides all.
@_exported public import ResourcefulStreams
