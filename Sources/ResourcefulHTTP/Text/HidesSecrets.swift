/// A type whose description leaves out secrets. A debugger and `dump` show the description, and none of the properties.
///
/// ## Topics
///
/// - ``customMirror``
public protocol HidesSecrets: CustomStringConvertible, CustomReflectable {}

extension HidesSecrets {
    /// The description alone.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
