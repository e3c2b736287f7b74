/// The percent-encoding of `application/x-www-form-urlencoded` (the WHATWG URL standard, section 5.2).
enum FormEncoding {
    /// A name or a value, encoded: letters, digits and `*-._` stay, a space becomes `+`, every other byte `%XX`.
    static func encoded(_ text: String) -> String {
        PercentEncoding.encoded(text, keeping: .form, spaceAsPlus: true)
    }
}
