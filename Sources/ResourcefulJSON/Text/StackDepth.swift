import CResourcefulStack

/// The depth of arrays and objects that a thread's stack has space for: the code of types calls itself at each level.
///
/// The smallest threads of Apple's platforms have 512 KB, where 512 levels of a type would end the process. Measured in
/// bytes a level, with optimization and without it:
///
/// - decoding a struct with an array of itself: 700 and 1,900
/// - decoding an enumeration that tries one type after the other: 1,100 and 4,700
/// - encoding them: 1,200 and 3,300; 1,900 and 5,700
enum StackDepth {
    /// The number of levels that every thread has space for, so that the stack isn't looked at.
    static let least = 16

    /// Whether the stack of this thread is nearly used up.
    static var isTooMuch: Bool {
        @inline(never)
        get { rss_stack_is_short() != 0 }
    }

    /// Returns the reason that a value inside a number of arrays and objects can't be decoded or encoded.
    static func reason(_ depth: Int) -> String {
        "Arrays and objects are nested \(depth + 1) levels deep here, for which this thread's stack has no space."
    }
}
