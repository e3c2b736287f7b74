// Also exports requests, resources and `Webservice`.
@_exported public import ResourcefulTesting
