package diagnostics_test

import (
	"context"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/datasets/md17"
	"gmnc/datasets/mocap"
	"gmnc/datasets/nbody"
	"gmnc/diagnostics"
	"gmnc/internal/test/testenv"
	"gmnc/system"
)

// simulated are samples of the paper's simulator.
var simulated = sync.OnceValues(func() (*datasets.Data, error) {
	data, _, err := nbody.Simulate(context.Background(), nbody.Config{System: system.Composition{3, 2, 1}, Train: 100, Valid: 20, Test: 20, Seed: 5}, nil)
	return data, err
})

// copied are the simulated samples, for a test to change.
func copied(t *testing.T) *datasets.Data {
	t.Helper()
	data, err := simulated()
	require.NoError(t, err)
	changed := *data
	for _, samples := range changed.Splits() {
		*samples = slices.Clone(*samples)
		for i := range *samples {
			s := &(*samples)[i]
			for _, values := range []*[]float32{&s.Position, &s.Velocity, &s.TargetPosition, &s.TargetVelocity} {
				*values = slices.Clone(*values)
			}
		}
	}
	return &changed
}

// each changes the training samples.
func each(data *datasets.Data, change func(k int, s *system.Sample)) {
	for k := range data.Train {
		change(k, &data.Train[k])
	}
}

// faults are what each look is to find, put into data of the paper's simulator.
var faults = []struct {
	look, found string
	put         func(data *datasets.Data)
}{
	{"interval", `the interval "soon" begins with no number`, func(data *datasets.Data) { data.About.Interval = "soon" }},
	{"interval", `an interval of "10"`, func(data *datasets.Data) { data.About.Interval = "10" }},
	{"not recorded", "all particles of training sample 7 are in one place at a time (1 such samples)", func(data *datasets.Data) {
		clear(data.Train[7].TargetPosition)
	}},
	{"not recorded", "particle 4 is at rest at 0, 0, 0 in some training samples, and elsewhere in others (1 of particle 4)", func(data *datasets.Data) {
		for _, values := range [][]float32{data.Train[7].Position, data.Train[7].Velocity, data.Train[7].TargetPosition} {
			clear(values[12:15])
		}
	}},
	{"pinned", "particle 3 of training sample 0 is pinned, and is ", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) {
			held := make([]float32, s.Particles())
			held[3] = 1
			system.Pinned.Set(s, held)
		})
	}},
	{"charges", "the largest charge of training samples is 1e-19, without its sign", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) {
			s.Charge = slices.Clone(s.Charge)
			for i := range s.Charge {
				s.Charge[i] *= 1e-19
			}
		})
	}},
	{"still particle", "particle 4 never moves in any of 100 training samples", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) {
			copy(s.TargetPosition[12:15], s.Position[12:15])
		})
	}},
	{"acceleration", "training samples accelerate by (", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) {
			for i := 2; i < len(s.TargetPosition); i += 3 {
				s.TargetPosition[i] -= 0.5 * 0.8
			}
		})
	}},
	{"damping", "the centers of systems lose 2", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) {
			for i, v := range s.Velocity {
				s.TargetPosition[i] -= 0.2 * v
			}
			s.TargetVelocity = nil
		})
	}},
	{"damping", "the centers of systems lose 1", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) {
			for i, v := range s.Velocity {
				s.TargetVelocity[i] = 0.9 * v
			}
		})
	}},
	{"energy", "systems lose 75 % of their kinetic energy", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) {
			for i, v := range s.Velocity {
				s.TargetVelocity[i] = v / 2
			}
		})
	}},
	{"jump", "of training sample 7 goes ", func(data *datasets.Data) {
		each(data, func(k int, s *system.Sample) {
			for i := range s.Position { // half as large, in a box of 8
				s.Position[i], s.TargetPosition[i] = wrapped(s.Position[i]/2), wrapped(s.TargetPosition[i]/2)
				s.Velocity[i] /= 2
			}
		})
		data.Train[7].Position[1], data.Train[7].TargetPosition[1], data.Train[7].Velocity[1] = 3.9, -3.9, 0.2
	}},
	{"rounding", "0.", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) {
			for i := range s.Position {
				s.Position[i], s.TargetPosition[i] = s.Position[i]+1e5, s.TargetPosition[i]+1e5
			}
		})
	}},
	{"digits", "positions of training samples are rounded to 0.1, which is 0.0", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) {
			for _, values := range [][]float32{s.Position, s.TargetPosition} {
				for i, x := range values {
					values[i] = float32(math.Round(10*float64(x)) / 10)
				}
			}
		})
	}},
	{"digits", "positions of training samples are rounded to float16, which is 0.0", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) {
			for _, values := range [][]float32{s.Position, s.TargetPosition} {
				for i, x := range values {
					values[i] = 100 + float32(math.Round(16*float64(x))/16)
				}
			}
		})
	}},
	{"first frame", "the first training sample leads ", func(data *datasets.Data) {
		for i := range data.Train[0].Position {
			data.Train[0].Position[i] = float32(i * i)
		}
	}},
	{"traded places", "particles 0 and 1 of training sample 3", func(data *datasets.Data) {
		x := data.Train[3].TargetPosition
		for axis := range 3 {
			data.Train[3].Position[axis], data.Train[3].Position[3+axis] = 3, -3
			data.Train[3].Velocity[axis], data.Train[3].Velocity[3+axis] = 0.1, 0.1
			x[axis], x[3+axis] = -2.8, 3.2
		}
	}},
	{"traded places", "but of other particles", func(data *datasets.Data) {
		source := rand.New(rand.NewPCG(1, 2))
		each(data, func(_ int, s *system.Sample) {
			s.Objects = nil
			moved := make([]float32, len(s.Position))
			for to, from := range source.Perm(s.Particles()) {
				for axis := range 3 {
					moved[3*to+axis] = s.Position[3*from+axis] + s.Velocity[3*from+axis]
				}
			}
			s.TargetPosition = moved
		})
	}},
	{"velocities", "v0 of particle 0 goes with the way from x0 to xT of particle 9, not with its own (10 such particles)", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) { s.Velocity = shifted(s.Velocity) })
	}},
	{"velocities", "vT of particle 0 goes with the way from x0 to xT of particle 9, not with its own (10 such particles)", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) { s.TargetVelocity = shifted(s.TargetVelocity) })
	}},
	{"velocities", "v0 points against the ways from x0 to xT (correlation -0.", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) { s.Position, s.TargetPosition = s.TargetPosition, s.Position })
	}},
	{"velocities", "v0 goes with the ways from x0 to xT by a correlation of ", func(data *datasets.Data) {
		first := data.Train[0].Velocity
		for k := range data.Train[1:] {
			data.Train[k].Velocity = data.Train[k+1].Velocity
		}
		data.Train[len(data.Train)-1].Velocity = first
	}},
	{"targets", "xT is x0 in all of 100 training samples", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) { s.TargetPosition = s.Position })
	}},
	{"targets", "vT is v0 in all of 100 training samples, which do not go straight on", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) { s.TargetVelocity = s.Velocity })
	}},
	{"bars", "the sticks of the training samples are not rigid", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) {
			end := s.Objects.Bars(system.Stick)[0][0]
			for axis := range 3 {
				s.TargetPosition[3*end+axis] += 2
			}
		})
	}},
	{"lengths", "keeps its length within samples, and is 1 +- 0.01", func(data *datasets.Data) {
		each(data, func(k int, s *system.Sample) {
			bar := data.Train[0].Objects.Bars(system.Stick)[0]
			for axis := range 3 {
				length := float32(0)
				if axis == 0 {
					length = 0.99 + 0.02*float32(k%2)
				}
				s.Position[3*bar[1]+axis] = s.Position[3*bar[0]+axis] + length
				s.TargetPosition[3*bar[1]+axis] = s.TargetPosition[3*bar[0]+axis] + length
				s.Velocity[3*bar[1]+axis] = s.Velocity[3*bar[0]+axis]
			}
		})
	}},
	{"split", "1 inputs of valid are in train, 2 inputs of test are in train", func(data *datasets.Data) {
		data.Valid[3] = data.Train[0]
		data.Test[0], data.Test[1] = data.Train[4], data.Train[5]
	}},
	{"split", "10 inputs of test are targets or frames of train", func(data *datasets.Data) {
		for k := range 10 {
			data.Test[k].Position = data.Train[k].TargetPosition
		}
	}},
	{"repeats", "50 of 100 samples of the train split are there again", func(data *datasets.Data) {
		copy(data.Train[50:], data.Train[:50])
	}},
	{"other targets", "50 of 100 samples of the train split have the inputs of others, and other targets", func(data *datasets.Data) {
		for k := range 50 {
			target := data.Train[50+k].TargetPosition
			data.Train[50+k] = data.Train[k]
			data.Train[50+k].TargetPosition = target
		}
	}},
	{"scales", "in test the ends of bars are 0.00098 times as far apart as in training", func(data *datasets.Data) {
		for k := range data.Test {
			s := &data.Test[k]
			for _, values := range [][]float32{s.Position, s.Velocity, s.TargetPosition, s.TargetVelocity} {
				for i := range values {
					values[i] /= 1000
				}
			}
		}
	}},
	{"scales", "in valid velocities lead as far as from inputs to targets in 0.5 times the time that they take in training", func(data *datasets.Data) {
		for k := range data.Valid {
			for i := range data.Valid[k].Velocity {
				data.Valid[k].Velocity[i] *= 2
				data.Valid[k].TargetVelocity[i] *= 2
			}
		}
	}},
	{"scales", "in valid charge is 1e+03 to 1e+03, and in training 1 to 1, without signs", func(data *datasets.Data) {
		for k := range data.Valid {
			charges := slices.Clone(data.Valid[k].Charge)
			for i := range charges {
				charges[i] *= 1000
			}
			data.Valid[k].Charge = charges
		}
	}},
	{"planes", "no particle of training samples comes nearer to a plane than 4.", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) {
			planes := make([]float32, 24)
			planes[2], planes[3] = 1, -5000
			system.Planes.Set(s, planes)
		})
	}},
	{"springs", "springs of training samples have rest lengths of 1e+03 on average, and tie what is 3.77 apart", func(data *datasets.Data) {
		data.EdgeFeatures = []string{"stiffness", "rest_length"}
		each(data, func(_ int, s *system.Sample) {
			s.Neighbors = slices.Repeat([]int64{-1}, s.Particles())
			s.Neighbors[0], s.Neighbors[1] = 1, 0
			s.EdgeFeatures = slices.Repeat([]float32{1, 1000}, s.Particles())
		})
	}},
	{"known target", "all targets are x0 + v0 t with t = 2", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) {
			for i, x := range s.Position {
				s.TargetPosition[i] = x + 2*s.Velocity[i]
			}
		})
	}},
	{"unread", "forces, energy, gravity are not read by the model gmn", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) {
			s.Potential = &system.Potential{Forces: make([]float32, len(s.Position))}
			system.Gravity.Set(s, []float32{0, 0, -1})
		})
	}},
	{"new to training", "particles of the test split have the z 9, and none of training does", func(data *datasets.Data) {
		data.NodeFeatures = []string{"z"}
		for split, samples := range data.Splits() {
			for i := range *samples {
				s := &(*samples)[i]
				s.NodeFeatures = slices.Repeat([]float32{6}, s.Particles())
				if split == "test" {
					for particle := range s.NodeFeatures { // of which the least is told
						s.NodeFeatures[particle] = float32(9 + particle)
					}
				}
			}
		}
	}},
}

// shifted are the vectors of particles, the last one's first.
func shifted(vectors []float32) []float32 {
	last := len(vectors) - 3
	return slices.Concat(vectors[last:], vectors[:last])
}

// wrapped is a coordinate in a box from -4 to 4.
func wrapped(x float32) float32 {
	for x > 4 {
		x -= 8
	}
	for x < -4 {
		x += 8
	}
	return x
}

// TestExamine: every look finds its fault.
func TestExamine(t *testing.T) {
	for _, fault := range faults {
		t.Run(fault.look, func(t *testing.T) {
			data := copied(t)
			fault.put(data)
			findings := diagnostics.Examine(data, &builder.Config{Model: "gmn"})
			at := slices.IndexFunc(findings, func(f diagnostics.Finding) bool { return f.Look == fault.look })
			require.GreaterOrEqual(t, at, 0, "%v", findings)
			require.Contains(t, findings[at].Found, fault.found)
			require.NotEmpty(t, findings[at].Remedy)
		})
	}
}

// TestFirstFrameOfTrajectories: a rest pose before the motion.
func TestFirstFrameOfTrajectories(t *testing.T) {
	data, _, err := nbody.Simulate(t.Context(), nbody.Config{System: system.Composition{3, 2, 1}, Train: 20, Seed: 5, Frames: 12}, nil)
	require.NoError(t, err)
	require.Empty(t, diagnostics.Examine(data, nil))
	each(data, func(_ int, s *system.Sample) {
		for i := range s.Position {
			s.Trajectory.Positions[i] += 7
		}
	})
	require.Contains(t, diagnostics.Examine(data, nil)[0].Found, "the first step of 20 of 20 trajectories")
	for i := range data.Train[3].Trajectory.Frames() - 2 {
		frames, size := data.Train[3].Trajectory.Positions, len(data.Train[3].Position)
		copy(frames[(i+2)*size:], frames[(i+1)*size:(i+2)*size])
	}
	require.Equal(t, "frame 2 of training sample 3 is the frame before again, with velocities (10 such frames)", diagnostics.Examine(data, nil)[0].Found)
}

// TestNothingToSay: no look speaks up on the paper's own data sets.
func TestNothingToSay(t *testing.T) {
	for _, objects := range []system.Composition{{3, 2, 1}, {1, 2, 0}, {2, 0, 1}, {5, 3, 3}} {
		data, _, err := nbody.Simulate(t.Context(), nbody.Config{System: objects, Train: 60, Valid: 5, Test: 5, Seed: 6}, nil)
		require.NoError(t, err)
		require.Empty(t, diagnostics.Examine(data, &builder.Config{Model: "gmn"}))
		data.Train, data.Valid, data.Test = data.Train[:3], data.Valid[:2], data.Test[:1]
		require.Empty(t, diagnostics.Examine(data, &builder.Config{Model: "gmn"}), "of a few")
	}
	folder := testenv.Data(t)
	walk, _, err := mocap.Prepare(filepath.Join(folder, "cmu_35"), mocap.Options{Span: mocap.DefaultSpan, Starts: mocap.DefaultStarts})
	require.NoError(t, err)
	require.Empty(t, diagnostics.Examine(walk, &builder.Config{Model: "gmn"}))
	for _, molecule := range []string{"aspirin", "ethanol", "malonaldehyde", "naphthalene", "salicylic", "toluene"} {
		data, _, err := md17.Prepare(filepath.Join(folder, "md17_reconstructed_"+molecule+".npz"), md17.Options{Molecule: molecule, Span: md17.DefaultSpan})
		require.NoError(t, err)
		require.Empty(t, diagnostics.Examine(data, &builder.Config{Model: "gmn"}), molecule)
	}
	reference, err := datasets.Read(filepath.Join(folder, "nbody_reference_3_2_1.npz"))
	require.NoError(t, err)
	require.Empty(t, diagnostics.Examine(reference, &builder.Config{Model: "gmn"}))
}

// TestSamePlaceAtFirst: samples that begin, or rest, where those of training do are other samples
// where their velocities are others.
func TestSamePlaceAtFirst(t *testing.T) {
	data := copied(t)
	start := data.Train[0].Position
	for _, samples := range data.Splits() {
		for k := range *samples {
			s := &(*samples)[k]
			s.Position = start
		}
	}
	data.Train[1].TargetPosition = start
	require.Empty(t, found(data, "split"))
	data.Train[1].Position = data.Train[1].TargetVelocity
	require.Equal(t, "20 inputs of test are targets or frames of train, 20 inputs of valid are targets or frames of train", found(data, "split"))
}

// TestOtherForcesLater: samples that begin alike and are pushed otherwise after the first frame are
// other samples.
func TestOtherForcesLater(t *testing.T) {
	begin := func(push float32) *datasets.Data {
		samples := make([]system.Sample, 10)
		for k := range samples {
			force := []float32{1, 0, 0, push * float32(k), 0, 0, 0, 0, 0}
			samples[k] = system.Sample{}.Along(&system.Trajectory{
				Particles: 1, Positions: []float64{0, 0, 0, 1, 0, 0, 3 + float64(force[3])/2, 0, 0}, Velocities: []float64{0, 0, 0, 2, 0, 0, 2 + float64(force[3]), 0, 0},
				Given: system.Given{{Field: system.Force, Values: force}},
			})
		}
		return &datasets.Data{Train: samples[:5], Test: samples[5:]}
	}
	require.Equal(t, "4 of 5 samples of the train split are there again", found(begin(0), "repeats"))
	require.Equal(t, "5 inputs of test are in train", found(begin(0), "split"))
	require.Empty(t, found(begin(1), "repeats"))
	require.Empty(t, found(begin(1), "split"))
}

// TestNumbersOfSamples: of many samples some are looked at, and found ones have their own numbers.
func TestNumbersOfSamples(t *testing.T) {
	data := copied(t)
	data.Train = slices.Repeat(data.Train, 50) // every third is looked at
	data.Train[7*3].TargetPosition = make([]float32, len(data.Train[0].Position))
	require.Contains(t, found(data, "not recorded"), "all particles of training sample 21 are in one place")
}

// TestFieldsOfOneSplit: forces of 0 in some splits are no other unit.
func TestFieldsOfOneSplit(t *testing.T) {
	for _, acts := range []string{"train", "test"} {
		data := copied(t)
		for split, samples := range data.Splits() {
			for k := range *samples {
				force := make([]float32, len((*samples)[k].Position))
				if split == acts {
					force[0] = 0.01
				}
				system.Force.Set(&(*samples)[k], force)
			}
		}
		require.Empty(t, found(data, "scales"), acts)
	}
}

// TestFallsFromFar: a fall of many usual lengths, which are the ways of a frame where a system
// is one particle, ends near its plane.
func TestFallsFromFar(t *testing.T) {
	fall := func(last float64) string {
		data := &datasets.Data{}
		for k := range 5 {
			x, v := []float64{float64(k), 0, 100, float64(k), 0, 99.9, float64(k), 0, last}, make([]float64, 9)
			s := system.Sample{}.Along(&system.Trajectory{Particles: 1, Positions: x, Velocities: v})
			system.Planes.Set(&s, []float32{0, 0, 1, 0})
			data.Train = append(data.Train, s)
		}
		return found(data, "planes")
	}
	require.Empty(t, fall(1))
	require.Equal(t, "no particle of training samples comes nearer to a plane than 90, and their usual length is 0.1", fall(90))
}

// found is what a look finds.
func found(data *datasets.Data, look string) string {
	for _, finding := range diagnostics.Examine(data, nil) {
		if finding.Look == look {
			return finding.Found
		}
	}
	return ""
}

// TestWorkOfGravity: energy that comes by known gravity is no fault.
func TestWorkOfGravity(t *testing.T) {
	looks := func(given bool) (names []string) {
		data := copied(t)
		data.Valid, data.Test = nil, nil
		each(data, func(_ int, s *system.Sample) {
			for i := 2; i < len(s.Position); i += 3 {
				s.TargetPosition[i], s.TargetVelocity[i] = s.TargetPosition[i]-0.4, s.TargetVelocity[i]-0.8
			}
			if given {
				system.Gravity.Set(s, []float32{0, 0, -0.8})
			}
		})
		for _, finding := range diagnostics.Examine(data, nil) {
			names = append(names, finding.Look)
		}
		return names
	}
	require.Equal(t, []string{"acceleration"}, looks(false))
	require.Empty(t, looks(true))
}

// TestOneSampleHasNoAcceleration: a mean of one is how that one moves.
func TestOneSampleHasNoAcceleration(t *testing.T) {
	data := copied(t)
	data.Train = data.Train[:1]
	for i := range data.Train[0].Position {
		data.Train[0].TargetPosition[i] = data.Train[0].Position[i] + 3*data.Train[0].Velocity[i] + 0.2
	}
	require.Empty(t, found(data, "acceleration"))
}

// TestRoundingIsNoAcceleration: of samples whose targets are straight on.
func TestRoundingIsNoAcceleration(t *testing.T) {
	data := copied(t)
	data.Train = data.Train[:5]
	each(data, func(_ int, s *system.Sample) {
		for i := range s.Position {
			s.TargetPosition[i] = s.Position[i] + s.Velocity[i]
		}
	})
	require.Empty(t, found(data, "acceleration"))
}

// TestForces: known forces that motions contradict are found, and the right ones are not.
func TestForces(t *testing.T) {
	pushed := func(acts, told float32, mass ...float32) string {
		data := copied(t)
		source := rand.New(rand.NewPCG(3, 4))
		each(data, func(_ int, s *system.Sample) {
			force := make([]float32, len(s.Position))
			for i, v := range s.Velocity {
				force[i] = float32(source.NormFloat64())
				s.TargetPosition[i] = s.Position[i] + v + acts*force[i]/2
				s.TargetVelocity[i] = v + acts*force[i]
				force[i] *= told
			}
			system.Force.Set(s, force)
			if mass != nil {
				system.Mass.Set(s, slices.Repeat(mass, s.Particles()))
			}
		})
		data.About.Interval = "1"
		return found(data, "forces")
	}
	require.Empty(t, pushed(1, 1))
	require.Empty(t, pushed(0, 0))
	require.Empty(t, pushed(1, 5, 5))
	require.Contains(t, pushed(1, 5), "change by 0.2 times what force gives them in an interval of 1")
	require.Contains(t, pushed(1, -1), "change by -1 times")
	require.Contains(t, pushed(1, 1000), "change by 0.001 times")
	require.Contains(t, pushed(0, 1), "times what force gives them")
}

// TestGravityUnit: gravity in millimetres beside positions in metres is found, and the
// right one is not.
func TestGravityUnit(t *testing.T) {
	held := false
	falling := func(told ...float32) string {
		data := copied(t)
		data.About.Interval = "1"
		each(data, func(_ int, s *system.Sample) {
			s.Charge = nil
			for i := range s.Position {
				s.TargetPosition[i], s.TargetVelocity[i] = s.Position[i]+s.Velocity[i], s.Velocity[i]
				if i%3 == 2 {
					s.TargetPosition[i], s.TargetVelocity[i] = s.TargetPosition[i]-9.81/2, s.Velocity[i]-9.81
				}
			}
			system.Gravity.Set(s, told)
			if held {
				system.Pinned.Set(s, make([]float32, s.Particles()))
			}
		})
		for _, finding := range diagnostics.Examine(data, nil) {
			if strings.HasPrefix(finding.Look, "gravity") {
				return finding.Look + ": " + finding.Found
			}
		}
		return ""
	}
	require.Empty(t, falling(0, 0, -9.81))
	require.Equal(t, "gravity: the kinetic energy of training samples changes by 0.001 times the work of gravity", falling(0, 0, -9810))
	require.Equal(t, "gravity's sign: the kinetic energy of training samples changes by -1 times the work of gravity", falling(0, 0, 9.81))
	require.Empty(t, falling(0, 0, 9810))
	require.Equal(t, "gravity's direction: training samples have the gravity [0 -9.81 0], and their centers accelerate by [0 0 -9.81]", falling(0, -9.81, 0))
	held = true
	require.Equal(t, "gravity's direction: training samples have the gravity [0 -9.81 0], and their kinetic energies change as by [0 0 -9.81]", falling(0, -9.81, 0), "where pins may hold centers")
	require.Empty(t, falling(0, 0, -9.81))
}
