package reproduce

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gmnc/datasets"
	"gmnc/experiments"
	"gmnc/sim"
)

// DataSet says what makes a data set.
type DataSet struct {
	Kind   string `json:"kind"`   // a key of kinds
	System string `json:"system"` // which of that kind
	// Train is the number of training samples. Those of a smaller set are
	// the beginning of a larger one, and a training says how many it uses;
	// so this is no part of a cell's name.
	Train int    `json:"-"`
	Valid int    `json:"valid"`
	Test  int    `json:"test"`
	Seed  uint64 `json:"seed"`
}

// nBody are simulated systems.
const nBody = "n-body"

// kinds make the data sets of a kind. source is the folder of recorded
// data, empty if the user has none.
var kinds = map[string]func(ctx context.Context, d DataSet, source string) (*datasets.Data, error){
	nBody: simulate,
}

// absentError says why a cell stays blank: what it needs is not there.
type absentError struct{ error }

func simulate(ctx context.Context, d DataSet, _ string) (*datasets.Data, error) {
	system, err := sim.ParseSystem(d.System)
	if err != nil {
		return nil, err
	}
	job := experiments.NBody{System: system, Train: d.Train, Valid: d.Valid, Test: d.Test, Seed: d.Seed}
	data, _, err := experiments.Simulate(ctx, job, nil)
	return data, err
}

// particles is the number of particles of one system, and neighbours that
// of each particle's neighbours.
func (d DataSet) extent() (particles, neighbours int) {
	system, err := sim.ParseSystem(d.System)
	if err != nil {
		return 0, 0
	}
	return system.N(), system.N() - 1
}

// dataStore keeps data sets as files, each made once.
type dataStore struct {
	folder string
	source string // folder of recorded data; may be empty
	making keyed
}

// path is the file of a data set.
func (s *dataStore) path(d DataSet) string {
	name := fmt.Sprintf("%s_%s_%d_%d_%d_seed%d.npz", d.Kind, d.System, d.Train, d.Valid, d.Test, d.Seed)
	return filepath.Join(s.folder, strings.NewReplacer(",", "-", " ", "-").Replace(name))
}

// get reads the data set, and makes it first if it is not there yet.
func (s *dataStore) get(ctx context.Context, d DataSet) (data *datasets.Data, path string, err error) {
	path = s.path(d)
	defer s.making.hold(path)()
	if _, err := os.Stat(path); err == nil {
		data, err := datasets.Read(path)
		return data, path, err
	}
	if data, err = kinds[d.Kind](ctx, d, s.source); err != nil {
		return nil, "", err
	}
	return data, path, datasets.Write(path, data)
}
