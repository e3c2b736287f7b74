extension Body {
    /// Any value as a form (`application/x-www-form-urlencoded`), its parts named and spelled by an encoding.
    ///
    /// A value that can't be encoded so fails the load at the request stage.
    @_disfavoredOverload
    public static func form(_ value: some Encodable, by encoding: Query.Encoding = .standard) -> Body {
        do throws(RequestError) {
            return form(try Query(encoding: value, by: encoding).pairs)
        } catch {
            return Body(content: .invalid(error.message), mediaType: .form)
        }
    }
}
