package corpus

import (
	"path/filepath"
)

// RobotLog is the kind of logs of a robot, whose URDF file is in the same folder.
const RobotLog = "robot"

// robotFiles returns the file names of a log.
func robotFiles(log string) []string { return []string{filepath.Join("ur10e", log+".npz")} }
