// says: type 'Void' cannot conform to 'Decodable'
// write: Resource<Void>("episodes/{id}", ["id": id], method: .delete)
import Resourceful

func deletion(of id: Int) -> Resource<Void> { Resource(json: "episodes/{id}", ["id": id], method: .delete) }
