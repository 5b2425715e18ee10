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

// DataSet identifies a data set by what makes it.
type DataSet struct {
	Kind   string `json:"kind"`   // a key of kinds
	System string `json:"system"` // the system of that kind
	Prepared
	// Extreme names a change that takes simulated test systems far from the training data.
	Extreme string `json:"extreme,omitempty"`
	// Content is the digest of the recording, and File is its path, once it has been found.
	Content string `json:"content,omitempty"`
	File    string `json:"-"`
	// Train is the number of training samples. A smaller set is the beginning of a larger one,
	// and a training says how many samples it uses. This number is therefore not part of a
	// cell's name.
	Train int `json:"-"`
	// TestOnly means that only the test samples are made. They are the same as otherwise.
	TestOnly bool   `json:"-"`
	Valid    int    `json:"valid"`
	Test     int    `json:"test"`
	Seed     uint64 `json:"seed"`
}

// Prepared says how recorded systems, or trees, are described to models.
type Prepared struct {
	// Hinges uses hinges instead of sticks.
	Hinges bool `json:"hinges,omitempty"`
	// Tree uses whole trees of bars instead of sticks, or of hinges and sticks.
	Tree bool `json:"tree,omitempty"`
	// Joints adds features that identify the joints.
	Joints bool `json:"joints,omitempty"`
	// Mirrored adds training samples of CMU's skeleton with left and right exchanged.
	Mirrored bool `json:"mirrored,omitempty"`
	// Hidden lists arrays, such as masses, that models are not given, separated by spaces.
	Hidden string `json:"untold,omitempty"`
}

// kind says how data sets of a kind are made.
type kind struct {
	make func(ctx context.Context, d DataSet) (*datasets.Data, error)
	// extent returns the number of particles of a system, and of neighbors of each; it is nil
	// if work is given.
	extent func(d DataSet) (particles, neighbors int)
	// work is the work of an epoch, in multiplications, or 0 if it follows from the extent.
	work float64
	// files returns the names of recordings, one of which is needed; it is nil if none are.
	files func(composition string) []string
	// constants reports whether the file has the constants that models may find.
	constants bool
}

// These are kinds of data sets.
const (
	NBody    = "n-body"
	Molecule = "md17"
	Motion   = "mocap"
)

// mechanicalWork is the assumed work of an epoch of mechanics, whose model is known only when
// its data are.
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

// AbsentError is the reason why a cell stays blank: something that it needs is missing.
type AbsentError struct{ err error }

// Error implements error.
func (e AbsentError) Error() string { return e.err.Error() }

// Unwrap returns the error about what is missing.
func (e AbsentError) Unwrap() error { return e.err }

// Extent returns the number of particles of a system, and of neighbors of each. known is false
// if these are not known before the data are made.
func (d DataSet) Extent() (particles, neighbors int, known bool) {
	k := kinds[d.Kind]
	if k.extent == nil {
		return 0, 0, false
	}
	particles, neighbors = k.extent(d)
	return particles, neighbors, true
}

// EpochWork returns the work of an epoch in multiplications, or 0 if it follows from the
// extent.
func (d DataSet) EpochWork() float64 { return kinds[d.Kind].work }

// HasConstants reports whether the file has the constants that models may find.
func (d DataSet) HasConstants() bool { return kinds[d.Kind].constants }

// simulate simulates the paper's systems.
func simulate(ctx context.Context, d DataSet) (*datasets.Data, error) {
	return simulateWith(ctx, d, func(*nbody.Config) {})
}

// simulateWith simulates the paper's job after change has changed it.
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

// toExtreme moves the test systems far away from the training systems.
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

func simulatedExtent(d DataSet) (particles, neighbors int) {
	composition, err := system.ParseComposition(d.System)
	if err != nil {
		return 0, 0 // simulate reports the error
	}
	return composition.N(), composition.N() - 1
}

// recordedExtent returns the approximate extent of molecules and skeletons. Their particles are
// bonded to two others, and those to two more.
func recordedExtent(d DataSet) (particles, neighbors int) {
	const atoms, joints, neighborsOfEach = 8, 31, 5
	if d.Kind == Motion || d.Kind == Running {
		return joints, neighborsOfEach
	}
	return atoms, neighborsOfEach
}

// Store keeps data sets as files, each of which is made once.
type Store struct {
	Folder string
	Shared bool // several processes use it
	making namedlock.Locks
}

// Prepare makes the data set.
func (d DataSet) Prepare(ctx context.Context) (*datasets.Data, error) {
	return kinds[d.Kind].make(ctx, d.prepared())
}

// path returns the path of a data set's file.
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
	if d.Hidden != "" {
		parts = append(parts, "without", d.Hidden)
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

// prepared returns the data set as its kind prepares it.
func (d DataSet) prepared() DataSet {
	if d.TestOnly {
		d.Train, d.Valid = 0, 0
	}
	return d
}

// Get reads the data set, and makes it first if it does not exist yet.
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
