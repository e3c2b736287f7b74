// write: Resource<Void>("episodes/{id}", ["id": id], method: .delete)
import Resourceful

func deletion(of id: Int) -> Resource<Void> { Resource<Void>("episodes/{id}", ["id": id], method: .delete) }
