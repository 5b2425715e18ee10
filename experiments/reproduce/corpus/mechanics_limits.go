package corpus

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets"
	"gmnc/datasets/npz"
	"gmnc/sim/mechanism"
	"gmnc/system"
)

// MechanicsLimits is the kind of pairs of states of an arm that runs into its limits. Its
// recordings have the positions of joints and of the tip, and torques.
const MechanicsLimits = "mechanics, limits"

// armMarkers is the number of markers in a recording: the joints and the tip.
const armMarkers = 8

// prepareLimited reads the pairs of states. The truth of markers is recorded, and that of other
// particles follows from it.
func prepareLimited(_ context.Context, d DataSet) (*datasets.Data, error) {
	arm, err := newLimitedArm()
	if err != nil {
		return nil, err
	}
	data := &datasets.Data{About: datasets.About{
		LengthUnit: "m", VelocityUnit: "m/s", Interval: "0.04 s", Up: "z",
		Source: fmt.Sprintf("%s, pairs of frames of an arm in MuJoCo; its validation pairs are the test samples", filepath.Base(d.File)),
	}}
	err = npz.Open(d.File, func(file *npz.Archive) error {
		for split, count := range map[string]int{"train": d.Train, "valid": d.Valid} {
			samples, err := arm.pairs(file, split, count)
			if err != nil {
				return err
			}
			if split == "train" {
				data.Train = samples
			} else {
				data.Valid, data.Test = samples, samples // the baselines' errors are those of the test samples
			}
		}
		return nil
	})
	return data, err
}

// pairs returns the first samples of a split.
func (a limitedArm) pairs(file *npz.Archive, split string, count int) (samples []system.Sample, err error) {
	var arrays [4][]float64
	for i, name := range []string{"x0", "v0", "xT", "vT"} {
		if arrays[i], _, err = file.Doubles(split+"_"+name, npz.Axis{Size: -1}, npz.Axis{Size: armMarkers}, npz.Axis{Size: 3}); err != nil {
			return nil, err
		}
	}
	torques, _, err := file.Doubles(split+"_node_torque", npz.Axis{Size: -1}, npz.Axis{Size: armMarkers})
	if err != nil {
		return nil, err
	}
	near := make([]float64, len(a.Bodies))
	for i := range min(count, len(torques)/armMarkers) {
		rows := func(array int) []r3.Vec { return vectors(arrays[array][3*armMarkers*i : 3*armMarkers*(i+1)]) }
		if i > 0 && !slices.Equal(rows(0), vectors(arrays[2][3*armMarkers*(i-1):3*armMarkers*i])) {
			clear(near) // another recording begins, near the pose of rest
		}
		angles, torque := a.angles(rows(0), near), torques[armMarkers*i:armMarkers*i+len(a.Bodies)]
		near = a.angles(rows(2), angles)
		end := a.at(near)
		end.Rates = a.rates(end, rows(3))
		s, err := a.sample(a.moving(angles, rows(1), torque), end, rows(2), torque)
		if err != nil {
			return nil, err
		}
		samples = append(samples, s)
	}
	return samples, nil
}

// sample returns a pair of states, in the second of which the markers have these positions.
func (a limitedArm) sample(begin, end mechanism.State, positions []r3.Vec, torque []float64) (s system.Sample, err error) {
	x, v := a.particles(begin)
	s.Position, s.Velocity = single(x), single(v)
	x, v = a.particles(end)
	for k, i := range a.markerRows {
		x[i] = positions[k]
	}
	s.TargetPosition, s.TargetVelocity = single(x), single(v)
	if err := s.Join(single(a.Rest), a.joints); err != nil {
		return s, err
	}
	mass := make([]float32, len(a.Mass))
	for i := range mass {
		mass[i] = float32(a.Mass[i])
	}
	for _, i := range a.markerRows {
		mass[i] = 0
	}
	system.Mass.Set(&s, mass)
	system.Gravity.Set(&s, single([]r3.Vec{a.Gravity}))
	system.StopTime.Set(&s, []float32{mechanism.StopTime})
	var torques []float32
	for joint := range a.joints {
		torques = append(torques, float32(torque[joint]))
	}
	system.Torque.Set(&s, system.OfJoints(len(mass), a.joints, torques))
	return s, nil
}

func vectors(numbers []float64) (all []r3.Vec) {
	for v := range slices.Chunk(numbers, 3) {
		all = append(all, r3.Vec{X: v[0], Y: v[1], Z: v[2]})
	}
	return all
}

func single(vectors []r3.Vec) (all []float32) {
	for _, v := range vectors {
		all = append(all, float32(v.X), float32(v.Y), float32(v.Z))
	}
	return all
}
