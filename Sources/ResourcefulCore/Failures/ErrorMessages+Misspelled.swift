// Spellings that people try first. None of them can be called: the compiler suggests the right one.
extension ErrorMessages {
    /// Unavailable: messages are called like a function.
    @available(*, unavailable, message: "call the messages like a function: ErrorMessages.english(error)")
    public func message(for error: any Error) -> String { self(error) }
}
