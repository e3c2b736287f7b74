// write: headerFields: ["X-Page": "\(page)"]
import Resourceful

func titles(_ page: Int) -> Resource<[String]> { Resource(json: "titles.json", headerFields: ["X-Page": "\(page)"]) }
