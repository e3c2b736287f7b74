// Who reads pages also loads them: one import provides both.
@_exported public import ResourcefulLoading
