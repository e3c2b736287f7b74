// Who looks at loads also loads: one import provides both.
@_exported public import ResourcefulLoading
