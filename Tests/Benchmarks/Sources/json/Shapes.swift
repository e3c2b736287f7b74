import Foundation
import ResourcefulJSON

/// What is decoded in ways of its own: options of the decoder, and types that decode themselves. Each at three sizes,
/// so that one sees how the time grows.
enum Shapes {
    static let sizes = [1_000, 4_000, 16_000]

    struct Row: Decodable { let firstName: String; let lastName: String; let runningTime: Int; let isHidden: Bool }

    /// One type or another, as many APIs have it.
    enum Number: Decodable {
        case int(Int), text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let int = try? container.decode(Int.self) {
                self = .int(int)
            } else {
                self = .text(try container.decode(String.self))
            }
        }
    }
    struct Priced: Decodable { let price: Number }

    /// Whatever stands there, tried as one type after the other.
    indirect enum Anything: Decodable {
        case null, bool(Bool), int(Int), double(Double), string(String), list([Anything]), object([String: Anything])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Int.self) {
                self = .int(value)
            } else if let value = try? container.decode(Double.self) {
                self = .double(value)
            } else if let value = try? container.decode(String.self) {
                self = .string(value)
            } else if let value = try? container.decode([Anything].self) {
                self = .list(value)
            } else {
                self = .object(try container.decode([String: Anything].self))
            }
        }
    }

    /// A list of one kind or another, told by a member.
    enum Item: Decodable {
        struct Song: Decodable { let title: String; let seconds: Int }
        struct Book: Decodable { let title: String; let pages: Int }
        case song(Song), book(Book)
        enum CodingKeys: String, CodingKey { case type }

        init(from decoder: any Decoder) throws {
            let type = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .type)
            self = type == "song" ? .song(try Song(from: decoder)) : .book(try Book(from: decoder))
        }
    }

    struct Sparse: Decodable { let a: Int?; let b: String?; let c: Double?; let d: Bool?; let e: [Int]?; let f: Int? }
    struct Dated: Decodable { let at: Date }

    private static func list(_ count: Int, _ row: (Int) -> String) -> Data {
        Data("[\((0..<count).map(row).joined(separator: ","))]".utf8)
    }

    private static func row<Value: Decodable>(
        _ name: String, _ size: Int, _ type: Value.Type, _ data: Data, ours: JSON.Decoder = JSON.Decoder(),
        theirs: JSONDecoder = JSONDecoder()
    ) -> Comparison {
        Comparison(document: name, work: "decode", size: size) {
            consume(try ours.decode(type, from: data))
        } theirs: {
            consume(try theirs.decode(type, from: data))
        }
    }

    /// The decoder of Foundation, set up.
    private static func foundation(_ change: (JSONDecoder) -> Void) -> JSONDecoder {
        let decoder = JSONDecoder()
        change(decoder)
        return decoder
    }

    private static func snake(_ number: Int) -> String {
        #"{"first_name":"Ada \#(number)","last_name":"Lovelace","running_time":\#(number),"is_hidden":false}"#
    }

    /// A key without the `m_` before it: a short function, since its time is added to that of both decoders.
    private static func stripped(_ key: any CodingKey) -> NamedKey {
        NamedKey(stringValue: String(key.stringValue.dropFirst(2)))
    }

    struct NamedKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    static func comparisons(of size: Int) throws -> [Comparison] {
        let prefixed = list(size) {
            #"{"m_firstName":"Ada \#($0)","m_lastName":"Lovelace","m_runningTime":\#($0),"m_isHidden":false}"#
        }
        let tree = list(size) { #"{"id":\#($0),"name":"n\#($0)","tags":["a",1,null],"in":{"x":1.5,"y":true}}"# }
        let wide = Data("{\((0..<size).map { #""key\#($0)":\#($0)"# }.joined(separator: ","))}".utf8)
        let dates = list(size) { #"{"at":"2026-03-14T09:26:\#(10 + $0 % 50)Z"}"# }
        let sparse = list(size) { #"{"a":\#($0),"c":null,"f":1}"# }
        return [
            row(
                "convertFromSnakeCase", size, [Row].self, list(size, snake),
                ours: JSON.Decoder(keys: .convertFromSnakeCase),
                theirs: foundation { $0.keyDecodingStrategy = .convertFromSnakeCase }),
            row(
                "custom keys", size, [Row].self, prefixed,
                ours: JSON.Decoder(keys: .custom { stripped($0[$0.count - 1]) }),
                theirs: foundation { $0.keyDecodingStrategy = .custom { stripped($0[$0.count - 1]) } }),
            row(
                "union: an Int or a String", size, [Priced].self,
                list(size) { $0 % 2 == 0 ? #"{"price":\#($0)}"# : #"{"price":"\#($0)"}"# }),
            row("AnyCodable", size, [Anything].self, tree),
            row("dictionary of dictionaries", size, [[String: Int]].self, list(size) { #"{"a":\#($0),"b":1,"c":2}"# }),
            row("wide object", size, [String: Int].self, wide),
            row(
                "dates in ISO 8601", size, [Dated].self, dates, ours: JSON.Decoder(dates: .iso8601),
                theirs: foundation { $0.dateDecodingStrategy = .iso8601 }),
            row("decodeIfPresent", size, [Sparse].self, sparse),
            row(
                "polymorphic list", size, [Item].self,
                list(size) {
                    $0 % 2 == 0
                        ? #"{"type":"song","title":"t\#($0)","seconds":\#($0)}"#
                        : #"{"type":"book","title":"t\#($0)","pages":\#($0)}"#
                }),
            row("[Int?]", size, [Int?].self, list(size) { $0 % 3 == 0 ? "null" : "\($0)" }),
            row(
                "[Row?]", size, [Row?].self, list(size) { $0 % 3 == 0 ? "null" : snake($0) },
                ours: JSON.Decoder(keys: .convertFromSnakeCase),
                theirs: foundation { $0.keyDecodingStrategy = .convertFromSnakeCase }),
            Comparison(document: "Set<JSON>", work: "by hand", size: size) {
                consume(Set(try JSON(parsing: tree).array))
            } theirs: {
                consume(try JSONDecoder().decode([Anything].self, from: tree))
            },
            Comparison(document: "try? for what is not there", work: "by hand", size: size) {
                consume(try JSON(parsing: tree).array.compactMap { try? $0.subtitle.string }.count)
            } theirs: {
                consume(try JSONDecoder().decode([Anything].self, from: tree))
            },
        ]
    }
}
