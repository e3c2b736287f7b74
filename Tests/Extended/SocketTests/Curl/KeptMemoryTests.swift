import CResourcefulCurl
import ResourcefulTesting
import TestSupport
import Testing

/// The memory that libcurl frees is kept for the next transfers. These are its functions, without libcurl.
@Suite(.alone, .enabled(if: KeptMemory.isPossible)) struct KeptMemoryTests {
    @Test func `what a block contains stays there until it is freed, whatever else is allocated and freed`() {
        for seed in 0..<UInt64(Effort.rounds(20)) {
            var model = Model(seed: seed)
            for _ in 0..<600 { model.step() }
            #expect(model.problem == nil, "seed \(seed)")
            model.freeAll()
        }
    }

    @Test func `a freed block is used again for all sizes that fit, and for no larger one`() {
        withKeptMemory { memory in
            for size in Model.interestingSizes where size < Model.largestKeptSize - 16 {
                rsf_memory_free(rsf_memory_allocate(size))
                // It can be larger than that.
                let kept = rsf_memory_kept(memory)
                #expect(kept >= size)
                let block = rsf_memory_allocate(kept)
                #expect(rsf_memory_kept(memory) == 0, "the block that was kept is used for \(kept) bytes")
                rsf_memory_free(block)
                let larger = rsf_memory_allocate(kept + 1)
                #expect(larger != block, "\(kept + 1) bytes")
                rsf_memory_trim(memory)
                rsf_memory_free(larger)
                rsf_memory_trim(memory)
            }
        }
    }

    @Test func `zeroed memory is zeroed when a block is used again`() {
        withKeptMemory { _ in
            for size in Model.interestingSizes where size > 0 {
                let block = rsf_memory_allocate(size)
                block?.initializeMemory(as: UInt8.self, repeating: 0xFF, count: size)
                rsf_memory_free(block)
                let zeroed = rsf_memory_allocate_zeroed(1, size)
                #expect(zeroed.map { UnsafeRawBufferPointer(start: $0, count: size).allSatisfy { $0 == 0 } } == true)
                rsf_memory_free(zeroed)
            }
            #expect(rsf_memory_allocate_zeroed(.max, 2) == nil, "a product that doesn't fit is no size")
        }
    }

    @Test func `no more than the limit is kept, and nothing after a trim`() {
        withKeptMemory { memory in
            let blocks = (0..<200).map { _ in rsf_memory_allocate(65_537) }
            var most = 0
            for block in blocks {
                rsf_memory_free(block)
                most = max(most, rsf_memory_kept(memory))
            }
            #expect(most > Int(RSF_MEMORY_LIMIT) / 2)
            #expect(most <= Int(RSF_MEMORY_LIMIT))
            rsf_memory_trim(memory)
            #expect(rsf_memory_kept(memory) == 0)
        }
    }

    @Test func `a block may be allocated with one memory and freed with another, or with none`() {
        withKeptMemory { outer in
            let kept = rsf_memory_allocate(100)
            let inner = withKeptMemory { inner in
                rsf_memory_free(kept)
                #expect(rsf_memory_kept(inner) >= 100)
                return rsf_memory_allocate(1_000)
            }
            rsf_memory_free(inner)
            #expect(rsf_memory_kept(outer) >= 1_000)
        }
        let block = withKeptMemory { _ in rsf_memory_allocate(100) }
        rsf_memory_free(block)
    }

    @Test func `texts are copied with their ends`() {
        withKeptMemory { _ in
            for text in ["", "a", "Grüße", String(repeating: "x", count: 9_000)] {
                let copy = text.withCString { rsf_memory_copy($0) }
                #expect(copy.map { String(cString: $0) } == text)
                rsf_memory_free(copy)
            }
        }
    }
}

enum KeptMemory {
    /// Not on Apple's platforms, and not with the address sanitizer.
    static let isPossible: Bool = {
        let memory = rsf_memory_make()
        rsf_memory_release(memory)
        return memory != nil
    }()
}

/// Lets the calling thread keep what it frees, during a call.
@discardableResult private func withKeptMemory<Output>(_ body: (OpaquePointer?) -> Output) -> Output {
    let memory = rsf_memory_make()
    let outer = rsf_memory_use(memory)
    defer {
        _ = rsf_memory_use(outer)
        rsf_memory_release(memory)
    }
    return body(memory)
}

/// Blocks that are filled with bytes of their own, so that an overlap shows.
private struct Model {
    static let largestKeptSize = 139_272
    /// Around the limits between the sizes of blocks.
    static let interestingSizes: [Int] =
        [0, 1, 23, 24, 25, 39, 40, 41, 100, 4_096, 8_183, 8_184, 8_185, 8_199, 8_200, 8_201, 12_295, 12_296, 12_297]
        + [16_384, 65_537, 131_073, largestKeptSize - 1, largestKeptSize, largestKeptSize + 1, 300_000]

    private var random: SplitMix64
    private var blocks: [(pointer: UnsafeMutableRawPointer, size: Int, mark: UInt8)] = []
    private let memories = [rsf_memory_make(), rsf_memory_make(), nil]
    private(set) var problem: String?

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// Allocates, grows, shrinks or frees a block, with one of two memories or with none.
    mutating func step() {
        let memory = memories.randomElement(using: &random) ?? nil
        let outer = rsf_memory_use(memory)
        defer { _ = rsf_memory_use(outer) }
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8: add(rsf_memory_allocate, size: randomSize())
        case 8..<10:
            let size = randomSize()
            guard let pointer = rsf_memory_allocate_zeroed(size, 1) else { return }
            if !isFilled(pointer, size, with: 0) { problem = "\(size) bytes aren't zeroed" }
            keep(pointer, size)
        case 10..<13: reallocate()
        case 13..<19: removeAny().map { rsf_memory_free($0.pointer) }
        default: rsf_memory_trim(memory)
        }
    }

    mutating func freeAll() {
        for block in blocks { rsf_memory_free(block.pointer) }
        blocks = []
        memories.forEach(rsf_memory_release)
    }

    private mutating func reallocate() {
        guard let block = removeAny() else { return add({ rsf_memory_reallocate(nil, $0) }, size: randomSize()) }
        let size = max(1, randomSize())
        guard let pointer = rsf_memory_reallocate(block.pointer, size) else { return }
        if !isFilled(pointer, min(size, block.size), with: block.mark) { problem = "a new size changes the bytes" }
        keep(pointer, size)
    }

    private mutating func add(_ allocate: (Int) -> UnsafeMutableRawPointer?, size: Int) {
        guard let pointer = allocate(size) else { return }
        keep(pointer, size)
    }

    private mutating func keep(_ pointer: UnsafeMutableRawPointer, _ size: Int) {
        if Int(bitPattern: pointer) % 16 != 0 { problem = "a block isn't aligned" }
        let mark = UInt8.random(in: 0...255, using: &random)
        pointer.initializeMemory(as: UInt8.self, repeating: mark, count: size)
        blocks.append((pointer, size, mark))
    }

    private mutating func removeAny() -> (pointer: UnsafeMutableRawPointer, size: Int, mark: UInt8)? {
        guard !blocks.isEmpty else { return nil }
        blocks.swapAt(Int.random(in: blocks.indices, using: &random), blocks.count - 1)
        let block = blocks.removeLast()
        if !isFilled(block.pointer, block.size, with: block.mark) { problem = "\(block.size) bytes have changed" }
        return block
    }

    private mutating func randomSize() -> Int {
        if Int.random(in: 0..<10, using: &random) == 0, let size = Self.interestingSizes.randomElement(using: &random) {
            return size
        }
        return Int.random(in: 0...(Int.random(in: 0..<8, using: &random) == 0 ? 150_000 : 600), using: &random)
    }

    private func isFilled(_ pointer: UnsafeMutableRawPointer, _ size: Int, with mark: UInt8) -> Bool {
        UnsafeRawBufferPointer(start: pointer, count: size).allSatisfy { $0 == mark }
    }
}
