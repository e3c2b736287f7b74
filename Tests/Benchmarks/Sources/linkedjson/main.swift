import ResourcefulJSON

// A program that reads JSON and nothing else.
struct Answer: Codable { let answer: Int }

let answer = try JSON.Decoder().decode(Answer.self, from: .init(#"{ "answer": 42 }"#.utf8))
print(String(decoding: try JSON.Encoder().encode(answer), as: UTF8.self))
