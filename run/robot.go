package run

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"gmnc/datasets"
	"gmnc/internal/fields"
)

// RobotName is the name of the data set in the store of a run whose robot was identified. It
// contains the robot's constants and recordings. The configuration, which is sealed, has its
// SHA-256.
const RobotName = "robot.npz"

// WriteRobot is like Write for a run with its robot's data set, which r.Config.Data describes.
func (r *Run) WriteRobot(store Store, robot []byte) error {
	return Make(store, r.Config, func() error {
		if err := store.Write(RobotName, robot); err != nil {
			return err
		}
		return r.WriteWeights(store)
	})
}

// ReadRobot reads the data set of the robot in a run's store. It returns an error if the store
// has none, or if the data set is not the one that the configuration describes.
func ReadRobot(store Store, config Config) (*datasets.Data, error) {
	if !store.Has(RobotName) {
		return nil, fields.Errorf("the run %s has no robot of its own, since gmnc identify did not make it: give the robot's data set, {joints}=DATA.npz", store)
	}
	content, err := store.Read(RobotName)
	if err != nil {
		return nil, err
	}
	digest := sha256.Sum256(content)
	if config.Data == nil || config.Data.SHA256 != hex.EncodeToString(digest[:]) {
		return nil, fmt.Errorf("%s was changed after the run was written: put back what it was, or identify the robot anew", in(store, RobotName))
	}
	return datasets.Decode(in(store, RobotName), content)
}
