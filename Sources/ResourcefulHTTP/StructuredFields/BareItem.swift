#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StructuredField {
    /// A value without parameters (RFC 9651, section 3.3).
    ///
    /// Not every value of these types can be written: ``StructuredFieldValue/serialized()`` says which can't.
    public enum BareItem: Hashable, Sendable {
        /// A whole number of at most 15 digits.
        case integer(Int)
        /// A number of at most 12 digits and 3 decimals; more decimals are rounded, a half to the even digit.
        case decimal(Double)
        /// Printable ASCII.
        case string(String)
        /// A word that begins with a letter or `*`.
        case token(String)
        /// Bytes, as Base64.
        case byteSequence(Data)
        /// True or false.
        case boolean(Bool)
        /// A moment in whole seconds.
        case date(Date)
        /// Any text, for people.
        case displayString(String)
    }

    /// A value and its parameters (RFC 9651, section 3.3).
    public struct Item: Hashable, Sendable {
        /// The value.
        public var value: BareItem
        /// What is said about it.
        public var parameters: Parameters

        /// A value and its parameters.
        public init(_ value: BareItem, parameters: Parameters = [:]) {
            self.value = value
            self.parameters = parameters
        }
    }

    /// A list inside a list or a dictionary (RFC 9651, section 3.1.1).
    public struct InnerList: Hashable, Sendable {
        /// The items, in their order.
        public var items: [Item]
        /// What is said about the list as a whole.
        public var parameters: Parameters

        /// Items and parameters.
        public init(_ items: some Sequence<Item>, parameters: Parameters = [:]) {
            self.items = Array(items)
            self.parameters = parameters
        }
    }

    /// What lists and dictionaries are made of.
    public enum Member: Hashable, Sendable {
        /// A value.
        case item(Item)
        /// A list of values.
        case innerList(InnerList)

        /// The value, nil for a list.
        public var value: BareItem? { if case .item(let item) = self { item.value } else { nil } }

        /// The items: those of a list, or the item alone.
        public var items: [Item] {
            switch self {
            case .item(let item): [item]
            case .innerList(let list): list.items
            }
        }

        /// What is said about it.
        public var parameters: Parameters {
            switch self {
            case .item(let item): item.parameters
            case .innerList(let list): list.parameters
            }
        }
    }
}
