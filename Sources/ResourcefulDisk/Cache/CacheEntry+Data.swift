extension CacheEntry {
    /// Returns the entry as bytes with a checksum, for a store of your own: in a database, or on a server that many
    /// machines share. The histories of the responses are left out.
    ///
    ///     let entry = CacheEntry(entry.data(for: key), for: key)
    ///
    /// Leave out responses that may only be kept in memory (`StoredResponse.isVolatile`).
    public func data(for key: CacheKey) -> Data { Data(EntryFormat.encoded(self, key: key)) }

    /// Reads an entry. Returns nil unless every byte is as ``data(for:)`` wrote it, for the same key, in the same
    /// version of the format.
    public init?(_ data: Data, for key: CacheKey) {
        guard let entry = try? EntryFormat.decoded(FileBytes(Array(data)), key: key) else { return nil }
        self = entry
    }
}
