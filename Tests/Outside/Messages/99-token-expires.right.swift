// write: Token("a1b2", expiry: date)
import Foundation
import Resourceful

func token(until date: Date) -> Token { Token("a1b2", expiry: date) }
