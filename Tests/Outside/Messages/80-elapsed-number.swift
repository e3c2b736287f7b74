// says: binary operator '==' cannot be applied to operands of type 'Duration' and 'Int'
// write: run.elapsed == .seconds(3)
import Resourceful
import ResourcefulTesting

func isPatient(_ run: DryRun) -> Bool { run.elapsed == 3 }
