package run

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"

	"gmnc/internal/fields"
	"gmnc/run/weights"
	"gmnc/runtime"
)

// A run's store contains
//
//	config.json            the model, the training options, the data
//	weights.safetensors    the weights with the lowest validation error
//	state.safetensors      the state from which a training resumes
//	robot.npz              the robot, of a run that gmnc identify made
//	metrics.csv            a row for each epoch
//	learning_curve.png     a plot of the metrics
//	log.jsonl, events.out.tfevents.gmnc
//	                       logs that were asked for
//	lock                   a file that a training process locks
//
// Every file is replaced as a whole. A kill at any time loses at most the epoch in progress, or,
// before its first step, the previous epoch, which is being saved meanwhile. The lock exists from
// the beginning to the end of a run's files, so that files next to it belong to the run.
const (
	configName  = "config.json"
	weightsName = "weights.safetensors"
	// StateName is the name of the file from which a training resumes.
	StateName = "state.safetensors"
	// CurveName is the name of the file of the learning curve, which a training's Observer draws.
	CurveName = "learning_curve.png"
	// LinesName and EventsName are the names of the logs that package logs writes.
	LinesName  = "log.jsonl"
	EventsName = "events.out.tfevents.gmnc"
)

// Identity distinguishes the run in a store from others by its name and the SHA-256 of its
// weights.
func Identity(store Store) (string, error) {
	data, err := store.Read(weightsName)
	if err != nil {
		return "", fmt.Errorf("cannot read weights: %w", err)
	}
	return fmt.Sprintf("%s (weights %x)", filepath.Base(store.String()), sha256.Sum256(data)), nil
}

// in returns the path of a file of a store, for errors.
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

// WriteState replaces the state from which a training resumes.
func WriteState(store Store, state weights.File) error {
	return writeTensors(store, StateName, state)
}

// ReadState reads the state from which a training resumes.
func ReadState(store Store) (weights.File, error) {
	if !store.Has(StateName) {
		return weights.File{}, fields.Errorf("there is nothing to resume: %s has no %s (train without {resume})", store, StateName)
	}
	return readTensors(store, StateName)
}

// tensors returns the contents of a weight file by name.
func tensors(file weights.File) map[string]runtime.Tensor {
	byName := map[string]runtime.Tensor{}
	for _, tensor := range file.Tensors {
		byName[tensor.Name] = runtime.Floats(tensor.Data, tensor.Shape...)
	}
	return byName
}
