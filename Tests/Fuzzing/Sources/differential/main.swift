// Compares the decoders on so many made-up documents:
//
//     swift run --package-path Tests/Fuzzing -c release differential --count 1000000 --seed 1
//
// prints every difference with the shortest document found for it, and fails when there is one.
import JSONDifferential

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

func argument(_ name: String, or fallback: Int) -> Int {
    let words = CommandLine.arguments
    guard let index = words.firstIndex(of: name), index + 1 < words.count else { return fallback }
    return Int(words[index + 1]) ?? fallback
}

let (count, seed) = (argument("--count", or: 100_000), argument("--seed", or: 1))
let differential = Differential()
var generator = Generator(seed: UInt64(seed))
var found: Set<String> = []
for number in 1...max(1, count) {
    let document = generator.next()
    guard differential.difference(on: document) != nil else { continue }
    let shortest = differential.shrunk(document)
    let difference = differential.difference(on: shortest) ?? ""
    guard found.insert(String(decoding: shortest, as: UTF8.self)).inserted else { continue }
    print("document \(number): \(String(decoding: shortest, as: UTF8.self).debugDescription) \(shortest.prefix(40))")
    print(difference, "\n")
    if found.count >= 20 { break }
}
print("\(count) documents from seed \(seed): \(found.isEmpty ? "no difference" : "\(found.count) differences")")
exit(found.isEmpty ? 0 : 1)
