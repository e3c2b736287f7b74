import ResourcefulCore

// A program that uses nothing but values.
print(try JSON(parsing: .init(#"{ "answer": 42 }"#.utf8)).answer.int)
