// A process that uses the folder of a cache, for tests that have several of them, or kill one:
//
//     cachewriter write FOLDER CAPACITY WRITER MILLISECONDS changes and reads at random; prints a line after the first
//     cachewriter count FOLDER CAPACITY WRITER TIMES       adds one to each of four counters, so many times
//     cachewriter change FOLDER CAPACITY WRITER TIMES      invalidates URLs that were never stored, so many times, and
//                                                          one that others have stored
//     cachewriter sums FOLDER CAPACITY                     prints the counters
//     cachewriter check FOLDER CAPACITY                    reads all; prints how many there are
//     cachewriter limited FOLDER CAPACITY                  writes more than the system lets it; prints what it sees
//
//     cachewriter leased FILE MILLISECONDS TIMES           adds one to a number in a FileStore, so many times, with a
//                                                          lease that others take over after the milliseconds
//     cachewriter hold FILE MILLISECONDS                   takes that lease, prints a line, and never gives it back
//
// It ends with 1 as soon as it reads what nobody wrote under that key.
import Dispatch
import ResourcefulDisk
import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

let arguments = CommandLine.arguments
guard arguments.count >= 4, let capacity = Int(arguments[3]) else { exit(2) }
let numbers = arguments[4...].compactMap(UInt64.init)
let cache = DiskCache(
    folder: URL(filePath: arguments[2]), capacity: capacity,
    warning: { message in
        DiskCache.printWarning(message)
        exit(3)
    })

let work = Work(cache: cache)
let leasing = Leasing(file: URL(filePath: arguments[2]), duration: .milliseconds(capacity))
Task.detached {
    switch arguments[1] {
    case "write" where numbers.count == 2: await work.run(writer: numbers[0], seconds: Double(numbers[1]) / 1_000)
    case "count" where numbers.count == 2: await work.count(numbers[1])
    case "change" where numbers.count == 2: await work.change(writer: numbers[0], numbers[1])
    case "leased" where numbers.count == 1: await leasing.count(numbers[0])
    case "hold": await leasing.hold()
    case "sums": await work.printSums()
    case "limited": await Work.limited(arguments[2], capacity)
    case "check": print(await work.check())
    default: exit(2)
    }
    exit(0)
}
dispatchMain()
