import ResourcefulDisk
import ResourcefulLab
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The library's own stores keep the laws that it asks of other people's.
@Suite(.permit) struct StoreLawTests {
    @Test func `a store in memory keeps the laws`() async throws {
        try await assertEntryStore { MemoryStore() }
    }

    @Test func `a store in a file keeps the laws, for several stores of the file too`() async throws {
        let folder = TemporaryFolder()
        try await assertEntryStore(isShared: true) {
            FileStore(at: folder.url.appending(path: "entries"), keeping: { _ in true }) { Issue.record("\($0)") }
        }
    }

    @Test func `a store in a folder keeps the laws, for several stores of the folder too`() async throws {
        let folder = TemporaryFolder()
        try await assertEntryStore(isShared: true) {
            FolderStore(at: folder.url.appending(path: "store"), keeping: { _ in true }) { Issue.record("\($0)") }
        }
    }

    @Test func `a cache in memory keeps the laws`() async throws {
        try await assertCacheStore { MemoryCache() }
    }

    @Test func `a cache on disk keeps the laws, for several caches of the folder too`() async throws {
        let folder = TemporaryFolder()
        try await assertCacheStore(isShared: true) {
            DiskCache(folder: folder.url, warning: { Issue.record("\($0)") })
        }
    }

    @Test func `a cache in memory over one on disk keeps the laws`() async throws {
        let folder = TemporaryFolder()
        try await assertCacheStore {
            TieredCache(MemoryCache(), over: DiskCache(folder: folder.url, warning: { Issue.record("\($0)") }))
        }
    }
}
