// Package md17 makes data sets from molecular dynamics: from the MD17 files,
// ready-made pairs of frames, and XYZ trajectories.
package md17

import (
	"math"
	"path/filepath"
	"strings"

	"gmnc/datasets"
	"gmnc/datasets/npz"
	"gmnc/system"
)

// trajectory is a molecule in all frames of a simulation, in angstrom.
type trajectory struct {
	numbers []int64 // atomic, of each atom
	motion  system.Trajectory
}

// source is what a data set is made from: a trajectory, or pairs of frames
// that somebody cut out of one.
type source struct {
	path    string
	numbers []int64 // atomic, of each atom
	*trajectory
	pairs    *datasets.Data
	interval int64 // frames between the two of a pair; 0 if not known
}

// read reads a file in any of the formats.
func read(path string) (*source, error) {
	s := &source{path: path}
	if strings.EqualFold(filepath.Ext(path), ".npz") {
		return s, npz.Open(path, s.readArchive)
	}
	var err error
	if s.trajectory, err = readXYZ(path); err != nil {
		return nil, err
	}
	s.numbers = s.trajectory.numbers
	return s, nil
}

func (s *source) readArchive(a *npz.Archive) (err error) {
	if !a.Has("z") {
		return a.Errorf("z", "is missing: expected the atomic numbers z [atoms], and R [frames, atoms, 3] or {train,valid,test}_{x0,v0,xT}")
	}
	if s.numbers, err = a.Ints("z", npz.Axis{Name: "atoms", Size: -1}); err != nil {
		return err
	}
	if len(s.numbers) == 0 {
		return a.Errorf("z", "has no atoms")
	}
	for i, number := range s.numbers {
		if number < 1 || number > int64(len(symbols)) {
			return a.Errorf("z", "has %d for atom %d, expected an atomic number, 1 to %d", number, i, len(symbols))
		}
	}
	if a.Has("R") {
		return s.readFrames(a)
	}
	return s.readPairs(a)
}

// readFrames reads the format of the MD17 files.
func (s *source) readFrames(a *npz.Archive) (err error) {
	motion, shape := system.Trajectory{Particles: len(s.numbers)}, []int(nil)
	motion.Positions, shape, err = a.Doubles("R", npz.Axis{Name: "frames", Size: -1}, npz.Axis{Name: "atoms", Size: len(s.numbers)}, npz.Axis{Name: "axes", Size: 3})
	if err != nil {
		return err
	}
	if shape[0] == 0 {
		return a.Errorf("R", "has no frames, expected two or more")
	}
	s.trajectory = &trajectory{s.numbers, motion}
	return checkFinite(a, "R", motion.Positions, len(s.numbers))
}

// readPairs reads {train,valid,test}_{x0,v0,xT} [pairs, atoms, 3], whose
// splits are those of the file.
func (s *source) readPairs(a *npz.Archive) (err error) {
	s.pairs = new(datasets.Data)
	for split, samples := range s.pairs.Splits() {
		if *samples, err = s.readSplit(a, split); err != nil {
			return err
		}
	}
	if a.Has("delta_frame") {
		interval, err := a.Ints("delta_frame")
		if err != nil {
			return err
		}
		if len(interval) != 1 || interval[0] <= 0 {
			return a.Errorf("delta_frame", "holds %v, expected one number of frames above 0", interval)
		}
		s.interval = interval[0]
	}
	return nil
}

func (s *source) readSplit(a *npz.Archive, split string) ([]system.Sample, error) {
	var arrays [3][]float32
	pairs := -1
	for i, name := range []string{"x0", "v0", "xT"} {
		key := split + "_" + name
		if !a.Has(key) {
			return nil, a.Errorf(key, "is missing: expected R [frames, atoms, 3], or {train,valid,test}_{x0,v0,xT} [pairs, atoms, 3]")
		}
		values, shape, err := a.Floats(key, npz.Axis{Name: "pairs", Size: pairs}, npz.Axis{Name: "atoms", Size: len(s.numbers)}, npz.Axis{Name: "axes", Size: 3})
		if err != nil {
			return nil, err
		}
		if shape[0] == 0 {
			return nil, a.Errorf(key, "has no pairs, expected one or more")
		}
		if err := checkFinite(a, key, values, len(s.numbers)); err != nil {
			return nil, err
		}
		arrays[i], pairs = values, shape[0]
	}
	samples := make([]system.Sample, pairs)
	size := 3 * len(s.numbers)
	for i := range samples {
		of := func(k int) []float32 { return arrays[k][i*size : (i+1)*size] }
		samples[i] = system.Sample{Position: of(0), Velocity: of(1), TargetPosition: of(2)}
	}
	return samples, nil
}

func checkFinite[T float32 | float64](a *npz.Archive, key string, values []T, atoms int) error {
	for i, value := range values {
		if !(math.Abs(float64(value)) <= math.MaxFloat32) {
			return a.Errorf(key, "has %v at [%d, %d, %d], expected finite float32 numbers", value, i/(3*atoms), i/3%atoms, i%3)
		}
	}
	return nil
}

// withoutHydrogens keeps the rows, of three numbers each, of the other atoms.
func withoutHydrogens[T any](numbers []int64, rows []T) []T {
	var kept []T
	for i := range len(rows) / 3 {
		if numbers[i%len(numbers)] > 1 {
			kept = append(kept, rows[3*i:3*i+3]...)
		}
	}
	return kept
}

// dropHydrogens drops them everywhere.
func (s *source) dropHydrogens() {
	all := s.numbers
	s.numbers = nil
	for _, number := range all {
		if number > 1 {
			s.numbers = append(s.numbers, number)
		}
	}
	if s.trajectory != nil {
		s.motion = system.Trajectory{Particles: len(s.numbers), Positions: withoutHydrogens(all, s.motion.Positions)}
		return
	}
	for _, samples := range [][]system.Sample{s.pairs.Train, s.pairs.Valid, s.pairs.Test} {
		for i := range samples {
			sample := &samples[i]
			sample.Position = withoutHydrogens(all, sample.Position)
			sample.Velocity = withoutHydrogens(all, sample.Velocity)
			sample.TargetPosition = withoutHydrogens(all, sample.TargetPosition)
		}
	}
}
