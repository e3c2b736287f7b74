// write: Request("export/{id}", ["id": id])
import Resourceful

func export(of id: Int) -> Request { Request("export/{id}", ["id": id]) }
