// Cookies and credentials belong to loads: one import provides both.
@_exported public import ResourcefulLoading
