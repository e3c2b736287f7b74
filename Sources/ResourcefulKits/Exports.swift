// One import provides the slim core and every kit.
@_exported public import Resourceful
@_exported public import ResourcefulConnectivity
@_exported public import ResourcefulDiagnostics
@_exported public import ResourcefulDisk
@_exported public import ResourcefulDownloads
@_exported public import ResourcefulFormats
@_exported public import ResourcefulIdentity
@_exported public import ResourcefulOAuth
@_exported public import ResourcefulOutbox
@_exported public import ResourcefulPages
@_exported public import ResourcefulProgress
@_exported public import ResourcefulResilience
@_exported public import ResourcefulStreams
@_exported public import ResourcefulUploads
