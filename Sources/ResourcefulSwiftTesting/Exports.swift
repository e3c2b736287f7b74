// With the kit come requests, resources and a Webservice.
@_exported public import ResourcefulTesting
