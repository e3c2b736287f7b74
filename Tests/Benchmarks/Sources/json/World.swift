import Foundation
import ResourcefulJSON

/// Documents like those that the world's services send, which world.py writes. Most types read a part of the members.
enum World {
    struct Timeline: Codable, Equatable { let posts: [Post]; let count: Int }

    struct Post: Codable, Equatable {
        let id: Int
        let createdAt: String
        let text: String
        let author: Author
        let reposts: Int
        let favorites: Int
        let entities: Entities
        let language: String
        let original: Original?

        enum CodingKeys: String, CodingKey {
            case id, text, author, reposts, favorites, entities, language, original
            case createdAt = "created_at"
        }
    }

    struct Original: Codable, Equatable {
        let id: Int
        let text: String
        let author: Author
        let reposts: Int
        let favorites: Int
    }

    struct Author: Codable, Equatable {
        let id: Int
        let name: String
        let handle: String
        let location: String
        let about: String
        let url: String?
        let followers: Int
        let friends: Int
        let isVerified: Bool
        let posts: Int
        let image: String
        let isFollowing: Bool

        enum CodingKeys: String, CodingKey {
            case id, name, location, about, url, followers, friends, posts, image
            case handle = "screen_name"
            case isVerified = "is_verified"
            case isFollowing = "is_following"
        }
    }

    struct Entities: Codable, Equatable { let mentions: [Mention] }
    struct Mention: Codable, Equatable { let id: Int; let name: String; let indices: [Int] }

    struct Event: Codable, Equatable {
        struct Actor: Codable, Equatable { let id: Int; let login: String; let url: String }
        struct Repository: Codable, Equatable { let id: Int; let name: String; let url: String }
        struct Commit: Codable, Equatable { let sha: String; let message: String }
        struct Payload: Codable, Equatable { let commits: [Commit]; let ref: String; let size: Int }

        let id: String
        let type: String
        let actor: Actor
        let repo: Repository
        let payload: Payload
    }

    struct Object: Codable, Equatable { let id: Int; let x: Double; let name: String; let isOn: Bool }
    struct Wide: Codable, Equatable { let column_00: Int; let column_30: Int; let column_60: Int; let column_90: Int }
    struct Node: Codable, Equatable { let name: String; let size: Int; let nodes: [Node] }

    struct Item: Codable, Equatable {
        let id: Int
        let title: String
        let price: Double
        let isSold: Bool
        let color: String
        let left: Int
    }

    static let names = ["world", "escaped", "pretty", "events", "objects", "wide", "nesting", "item"]

    static func comparisons(_ name: String, _ text: Data) throws -> [Comparison] {
        switch name {
        case "events": try row([Event].self, name, text)
        case "objects": try row([Object].self, name, text)
        case "wide": try row([Wide].self, name, text)
        case "nesting": try row(Node.self, name, text)
        case "item": try row(Item.self, name, text)
        default: try row(Timeline.self, name, text)
        }
    }

    private static func row<Value: Codable & Equatable>(
        _ type: Value.Type, _ name: String, _ data: Data
    ) throws -> [Comparison] {
        let (decoder, foundations) = (JSON.Decoder(), JSONDecoder())
        let (encoder, foundationsEncoder) = (JSON.Encoder(), JSONEncoder())
        let value = try foundations.decode(type, from: data)
        guard try decoder.decode(type, from: data) == value else {
            throw WrongOutcome(document: name, work: "decoding")
        }
        return [
            Comparison(document: name, work: "parse") {
                consume(try JSON(parsing: data))
            } theirs: {
                consume(try JSONSerialization.jsonObject(with: data))
            },
            Comparison(document: name, work: "decode") {
                consume(try decoder.decode(type, from: data))
            } theirs: {
                consume(try foundations.decode(type, from: data))
            },
            Comparison(document: name, work: "encode") {
                consume(try encoder.encode(value))
            } theirs: {
                consume(try foundationsEncoder.encode(value))
            },
        ]
    }
}
