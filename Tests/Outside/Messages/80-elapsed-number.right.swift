// write: run.elapsed == .seconds(3)
import Resourceful
import ResourcefulTesting

func isPatient(_ run: DryRun) -> Bool { run.elapsed == .seconds(3) }
