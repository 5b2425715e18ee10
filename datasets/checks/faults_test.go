package checks_test

import (
	"math"
	"math/rand/v2"
	"slices"

	"gmnc/datasets"
	"gmnc/system"
)

// A fault is what a check is to find, and what it then says.
type fault struct {
	check, found string
	put          func(data *datasets.Data)
}

// faults are what each check is to find, put into data of the paper's simulator.
var faults = append([]fault{
	{"interval", `the interval "soon" begins with no number`, func(data *datasets.Data) { data.About.Interval = "soon" }},
	{"interval", `an interval of "10"`, func(data *datasets.Data) { data.About.Interval = "10" }},
	{"not recorded", "all particles of training sample 7 are at one position at a time (1 such samples)", func(data *datasets.Data) {
		clear(data.Train[7].TargetPosition)
	}},
	{"not recorded", "particle 4 is at rest at 0, 0, 0 in some training samples, and elsewhere in others (1 of particle 4)", func(data *datasets.Data) {
		for _, values := range [][]float32{data.Train[7].Position, data.Train[7].Velocity, data.Train[7].TargetPosition} {
			clear(values[12:15])
		}
	}},
	{"at rest", "v0 is 0 in all samples of train that move", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) { s.Velocity, s.TargetVelocity = make([]float32, len(s.Velocity)), nil })
	}},
	{"pinned", "particle 3 of training sample ", func(data *datasets.Data) {
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
	{"jump to a target", "of training sample 7 goes ", func(data *datasets.Data) {
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
	{"digits", "positions of training samples are rounded to 0.1, an error of 0.0", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) {
			for _, values := range [][]float32{s.Position, s.TargetPosition} {
				for i, x := range values {
					values[i] = float32(math.Round(10*float64(x)) / 10)
				}
			}
		})
	}},
	{"digits", "positions of training samples are rounded to float16, an error of 0.0", func(data *datasets.Data) {
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
	{"exchanged particles", "particles 0 and 1 of training sample 3", func(data *datasets.Data) {
		x := data.Train[3].TargetPosition
		for axis := range 3 {
			data.Train[3].Position[axis], data.Train[3].Position[3+axis] = 3, -3
			data.Train[3].Velocity[axis], data.Train[3].Velocity[3+axis] = 0.1, 0.1
			x[axis], x[3+axis] = -2.8, 3.2
		}
	}},
	{"exchanged particles", "but of other particles", func(data *datasets.Data) {
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
	{"velocities", "v0 of particle 0 goes with the displacement from x0 to xT of particle 9, not with its own (10 such particles)", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) { s.Velocity = shifted(s.Velocity) })
	}},
	{"velocities", "vT of particle 0 goes with the displacement from x0 to xT of particle 9, not with its own (10 such particles)", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) { s.TargetVelocity = shifted(s.TargetVelocity) })
	}},
	{"velocities", "along their own axes, but along x with those along y, y with those along x", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) { turnVelocities(s, [3]int{1, 0, 2}, 1) })
	}},
	{"velocities", "v0 points against the displacements from x0 to xT (correlation -0.", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) { s.Position, s.TargetPosition = s.TargetPosition, s.Position })
	}},
	{"velocities", "v0 goes with the displacements from x0 to xT by a correlation of ", func(data *datasets.Data) {
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
	{"idle", "torque, stop_time: for joints (turn_axis, slide_axis or joint_type), and there are none; gyration: for rigid bodies, and there are none; friction: for planes", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) {
			for _, f := range []*system.Field{system.Torque, system.StopTime, system.Gyration, system.Friction, system.Thrust} {
				values := make([]float32, f.Columns*f.Count(s))
				if f != system.Thrust { // of 0 nothing is said
					values[0] = 1
				}
				f.Set(s, values)
			}
		})
	}},
	{"unread", "gravity is not read by the model gmn", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) { system.Gravity.Set(s, []float32{0, 0, -1}) })
	}},
	{"unread energies", "no built-in model reads forces and energies: they are ignored", func(data *datasets.Data) {
		each(data, func(_ int, s *system.Sample) {
			s.Potential = &system.Potential{Forces: make([]float32, len(s.Position))}
		})
	}},
	{"new to training", "particles of the test split have the z 9, and none of training does", func(data *datasets.Data) {
		data.NodeFeatures = []string{"z"}
		for split, samples := range data.Splits() {
			for i := range *samples {
				s := &(*samples)[i]
				s.NodeFeatures = slices.Repeat([]float32{6}, s.Particles())
				if split == "test" {
					for particle := range s.NodeFeatures { // of which the least is reported
						s.NodeFeatures[particle] = float32(9 + particle)
					}
				}
			}
		}
	}},
}, splitFaults...)
