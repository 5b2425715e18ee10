package run

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"

	"gmnc/internal/fields"
	"gmnc/run/weights"
	"gmnc/runtime"
)

// A run's store holds
//
//	config.json            the model, the training options, the data
//	weights.safetensors    the weights at the lowest validation error
//	state.safetensors      what a resumed training goes on from
//	robot.npz              the robot, of a run that gmnc identify made
//	metrics.csv            a row an epoch
//	learning_curve.png     a picture of them
//	log.jsonl, events.out.tfevents.gmnc
//	                       logs that were asked for
//	lock                   locked by a process that trains
//
// Every file is replaced as a whole, so that a kill at any time loses at
// most the epoch in progress, and before its first step is made the one before,
// which is saved meanwhile. The lock is there from the beginning to the
// end of a run's files: what stands beside it was ours.
const (
	configName  = "config.json"
	weightsName = "weights.safetensors"
	// StateName is the file that a resumed training goes on from.
	StateName = "state.safetensors"
	// CurveName is the file of the learning curve, which a training's
	// Observer draws.
	CurveName = "learning_curve.png"
	// LinesName and EventsName are the logs that package logs writes.
	LinesName  = "log.jsonl"
	EventsName = "events.out.tfevents.gmnc"
)

// Identity tells the run in a store from others by its name and the SHA-256 of
// its weights.
func Identity(store Store) (string, error) {
	data, err := store.Read(weightsName)
	if err != nil {
		return "", fmt.Errorf("cannot read weights: %w", err)
	}
	return fmt.Sprintf("%s (weights %x)", filepath.Base(store.String()), sha256.Sum256(data)), nil
}

// in is where a file of a store is, for errors.
func in(store Store, name string) string { return filepath.Join(store.String(), name) }

func writeTensors(store Store, name string, file weights.File) error {
	encoded, err := weights.Encode(file)
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", in(store, name), err)
	}
	return store.Write(name, encoded)
}

func readTensors(store Store, name string) (weights.File, error) {
	data, err := store.Read(name)
	if err != nil {
		return weights.File{}, fmt.Errorf("cannot read weights: %w", err)
	}
	file, err := weights.Decode(data)
	if err != nil {
		return weights.File{}, fmt.Errorf("cannot read %s: %w", in(store, name), err)
	}
	return file, nil
}

// WriteState replaces what a resumed training goes on from.
func WriteState(store Store, state weights.File) error {
	return writeTensors(store, StateName, state)
}

// ReadState reads what a resumed training goes on from.
func ReadState(store Store) (weights.File, error) {
	if !store.Has(StateName) {
		return weights.File{}, fields.Errorf("there is nothing to resume: %s has no %s (train without {resume})", store, StateName)
	}
	return readTensors(store, StateName)
}

// tensors are a weight file's contents by name.
func tensors(file weights.File) map[string]runtime.Tensor {
	byName := map[string]runtime.Tensor{}
	for _, tensor := range file.Tensors {
		byName[tensor.Name] = runtime.Floats(tensor.Data, tensor.Shape...)
	}
	return byName
}
