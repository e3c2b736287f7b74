// says: 'init(_:_:)' is unavailable: a template is a literal; write "episodes/{id}", ["id": id]
// write: Request("export/{id}", ["id": id])
import Resourceful

func export(of id: Int) -> Request { Request("export/\(id)") }
