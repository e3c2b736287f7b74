extension Request {
    /// What the content is: what the fields say, and otherwise what the body says (RFC 9110, section 8.3).
    package var mediaType: MediaType? { headerFields.contentType ?? body?.mediaType }
}
