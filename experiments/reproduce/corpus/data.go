package corpus

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gmnc/datasets"
	"gmnc/datasets/nbody"
	"gmnc/experiments/reproduce/namedlock"
	"gmnc/internal/folderlock"
	"gmnc/system"
)

// DataSet says what makes a data set.
type DataSet struct {
	Kind   string `json:"kind"`   // a key of kinds
	System string `json:"system"` // which of that kind
	Prepared
	// Extreme names the change of simulated test systems far from the training data.
	Extreme string `json:"extreme,omitempty"`
	// Content is the digest of the recording, and File where it is, once
	// that has been found.
	Content string `json:"content,omitempty"`
	File    string `json:"-"`
	// Train is the number of training samples. A smaller set is
	// the beginning of a larger one, and a training says how many it uses;
	// so this is no part of a cell's name.
	Train int `json:"-"`
	// TestOnly has nothing made but the test samples, which are the same.
	TestOnly bool   `json:"-"`
	Valid    int    `json:"valid"`
	Test     int    `json:"test"`
	Seed     uint64 `json:"seed"`
}

// Prepared is how recorded systems, or trees, are told to models.
type Prepared struct {
	// Hinges has hinges in place of sticks.
	Hinges bool `json:"hinges,omitempty"`
	// Tree has whole trees of bars in place of sticks, or of hinges and sticks.
	Tree bool `json:"tree,omitempty"`
	// Joints says which joint is which.
	Joints bool `json:"joints,omitempty"`
	// Mirrored adds training samples of CMU's skeleton with left and right exchanged.
	Mirrored bool `json:"mirrored,omitempty"`
	// Untold are arrays of masses and the like that models are not told, with spaces
	// between them.
	Untold string `json:"untold,omitempty"`
}

// kind is how data sets of a kind are made.
type kind struct {
	make func(ctx context.Context, d DataSet) (*datasets.Data, error)
	// extent is the number of particles of a system, and of neighbours of
	// each; nil where work is given.
	extent func(d DataSet) (particles, neighbours int)
	// work is an epoch's, in multiplications; 0 where the extent tells it.
	work float64
	// files are the names of recordings, one of which is needed; nil of what
	// is made of nothing.
	files func(composition string) []string
	// constants reports whether the file says the constants that models may find.
	constants bool
}

// Kinds of data sets.
const (
	NBody    = "n-body"
	Molecule = "md17"
	Motion   = "mocap"
)

// mechanicalWork stands for an epoch of mechanics, whose model is known once its data are.
const mechanicalWork = 1e9

var kinds = map[string]kind{
	NBody:        {make: simulate, extent: simulatedExtent},
	Molecule:     {make: prepareMolecule, extent: recordedExtent, files: moleculeFiles},
	Motion:       {make: prepareMotion, extent: recordedExtent, files: motionFiles},
	NBodyFrames:  {make: simulateFrames, extent: simulatedExtent},
	Argon:        {make: prepareArgon, extent: argonExtent},
	NBodyNeutral: {make: simulateNeutral, extent: simulatedExtent},

	Forest: {make: readForest, extent: forestExtent, files: forestFiles},

	Mechanics:   {make: PrepareMechanics, work: mechanicalWork, files: mechanicalFiles, constants: true},
	FiveCharges: {make: readCharges, extent: chargesExtent, files: arraysNamed},
	Running:     {make: prepareRunning, extent: recordedExtent, files: arraysNamed},

	RobotLog:        {files: robotFiles},
	NoisyRecordings: {make: simulateRecordings, work: mechanicalWork},
	MechanicsPairs:  {make: prepareHanging, work: mechanicalWork, files: mechanicalFiles},
	MechanicsLimits: {make: prepareLimited, work: mechanicalWork, files: mechanicalFiles},
	Contact:         {make: prepareContact, work: mechanicalWork, files: mechanicalFiles},
}

// AbsentError says why a cell stays blank: what it needs is not there.
type AbsentError struct{ err error }

// Error implements error.
func (e AbsentError) Error() string { return e.err.Error() }

// Unwrap is what is not there.
func (e AbsentError) Unwrap() error { return e.err }

// Extent is the number of particles of a system, and of neighbours of each; known is false
// where nothing tells it before the data are made.
func (d DataSet) Extent() (particles, neighbours int, known bool) {
	k := kinds[d.Kind]
	if k.extent == nil {
		return 0, 0, false
	}
	particles, neighbours = k.extent(d)
	return particles, neighbours, true
}

// EpochWork is the work of an epoch in multiplications, 0 where the extent tells it.
func (d DataSet) EpochWork() float64 { return kinds[d.Kind].work }

// HasConstants reports whether the file says the constants that models may find.
func (d DataSet) HasConstants() bool { return kinds[d.Kind].constants }

// simulate simulates the paper's systems.
func simulate(ctx context.Context, d DataSet) (*datasets.Data, error) {
	return simulateWith(ctx, d, func(*nbody.Config) {})
}

// simulateWith simulates with what change makes of the paper's job.
func simulateWith(ctx context.Context, d DataSet, change func(job *nbody.Config)) (*datasets.Data, error) {
	composition, err := system.ParseComposition(d.System)
	if err != nil {
		return nil, err
	}
	job := nbody.Config{System: composition, Train: d.Train, Valid: d.Valid, Test: d.Test, Seed: d.Seed}
	change(&job)
	data, _, err := nbody.Simulate(ctx, job, nil)
	if err == nil && d.Extreme != "" {
		err = d.toExtreme(ctx, data)
	}
	return data, err
}

// toExtreme takes the test systems far away from the systems of training.
func (d DataSet) toExtreme(ctx context.Context, data *datasets.Data) error {
	extremes := system.Extremes()
	i := slices.IndexFunc(extremes, func(e system.Extreme) bool { return e.Name == d.Extreme })
	if i < 0 {
		return fmt.Errorf("there are no systems with %s", d.Extreme)
	}
	for k := range data.Test {
		data.Test[k] = extremes[i].Apply(data.Test[k])
	}
	straight, err := nbody.Continue(ctx, data.Test)
	data.About.Source = fmt.Sprintf("%s, simulated on from there; where that gives nothing finite, the straight line: %d of %d", d.Extreme, straight, len(data.Test))
	return err
}

func simulatedExtent(d DataSet) (particles, neighbours int) {
	composition, err := system.ParseComposition(d.System)
	if err != nil {
		return 0, 0 // simulate reports it
	}
	return composition.N(), composition.N() - 1
}

// recordedExtent is about the extent of molecules and skeletons: particles are bonded to
// two others, and those to two more.
func recordedExtent(d DataSet) (particles, neighbours int) {
	const atoms, joints, neighboursOfEach = 8, 31, 5
	if d.Kind == Motion || d.Kind == Running {
		return joints, neighboursOfEach
	}
	return atoms, neighboursOfEach
}

// Store keeps data sets as files, each made once.
type Store struct {
	Folder string
	Shared bool // by several processes
	making namedlock.Locks
}

// Prepare makes the data set.
func (d DataSet) Prepare(ctx context.Context) (*datasets.Data, error) {
	return kinds[d.Kind].make(ctx, d.prepared())
}

// path is the file of a data set.
func (s *Store) path(d DataSet) string {
	d = d.prepared()
	parts := []string{d.Kind, d.System}
	if d.Hinges {
		parts = append(parts, "hinges")
	}
	if d.Tree {
		parts = append(parts, "tree")
	}
	if d.Joints {
		parts = append(parts, "joints")
	}
	if d.Mirrored {
		parts = append(parts, "mirrored")
	}
	if d.Untold != "" {
		parts = append(parts, "without", d.Untold)
	}
	if d.Extreme != "" {
		parts = append(parts, d.Extreme)
	}
	if d.Content != "" {
		parts = append(parts, d.Content)
	}
	parts = append(parts, fmt.Sprintf("%d_%d_%d_seed%d.npz", d.Train, d.Valid, d.Test, d.Seed))
	return filepath.Join(s.Folder, strings.NewReplacer(",", "-", " ", "-").Replace(strings.Join(parts, "_")))
}

// prepared is the data set as its kind prepares it.
func (d DataSet) prepared() DataSet {
	if d.TestOnly {
		d.Train, d.Valid = 0, 0
	}
	return d
}

// Get reads the data set, and makes it first if it is not there yet.
func (s *Store) Get(ctx context.Context, d DataSet) (data *datasets.Data, path string, err error) {
	path = s.path(d)
	defer s.making.Lock(path)()
	if s.Shared {
		release, err := folderlock.Wait(ctx, path+".lock")
		if err != nil {
			return nil, "", err
		}
		defer release()
	}
	if _, err := os.Stat(path); err == nil {
		data, err := datasets.Read(path)
		return data, path, err
	}
	if data, err = d.Prepare(ctx); err != nil {
		return nil, "", err
	}
	return data, path, datasets.Write(path, data)
}
