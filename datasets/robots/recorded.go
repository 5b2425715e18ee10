package robots

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets"
	"gmnc/internal/fields"
	"gmnc/system"
)

// Motion is the motion of a robot's joints in even steps. Each array is [frames][joints], with
// the joints in the order of the robot's bodies. Angles are in rad, or in m for sliding joints.
// A load [N m, or N for sliding joints] is constant from its frame to the next, and that of the
// last frame is not used.
type Motion struct{ Angle, Rate, Load [][]float64 }

// Recorded returns the data set of motions that were recorded with c.Interval from frame to
// frame, by the splits of datasets.SplitNames. It uses only the robot, its name, OfJoints and
// the interval of c. Every joint must have one axis, and a motion must have at least two
// frames.
func (c Config) Recorded(splits [3][]Motion) (*datasets.Data, error) {
	if err := checkAxes(c.Robot); err != nil {
		return nil, err
	}
	if !(c.Interval > 0 && c.Interval <= longest) {
		return nil, fields.Errorf("{interval} %g: expected seconds, above 0 and up to %g", c.Interval, float64(longest))
	}
	like, err := c.template()
	if err != nil {
		return nil, err
	}
	data := &datasets.Data{About: c.about()}
	data.About.Source = fmt.Sprintf("%s: recorded motions", c.Name)
	into := [3]*[]system.Sample{&data.Train, &data.Valid, &data.Test}
	for split, motions := range splits {
		for number, recorded := range motions {
			if len(recorded.Angle) < 2 {
				return nil, fmt.Errorf("%s: motion %d has %d frames, expected two or more", datasets.SplitNames[split], number, len(recorded.Angle))
			}
			m := c.placed(recorded)
			own := c
			own.Frames = len(recorded.Angle)
			*into[split] = append(*into[split], like.Along(own.trajectory(&m)))
		}
	}
	return data, nil
}

// placed returns the positions and velocities of the robot's particles along a recorded motion.
func (c Config) placed(recorded Motion) (m motion) {
	in := c.Robot.NewIntegrator(c.Robot.AtRest())
	n := len(c.Robot.Rest)
	x, v := make([]r3.Vec, n), make([]r3.Vec, n)
	for frame, angles := range recorded.Angle {
		for b, angle := range angles {
			c.Robot.SetAngle(in.State, b, angle)
		}
		copy(in.State.Rates, recorded.Rate[frame])
		in.Particles(x, v)
		m.positions, m.velocities = flat(m.positions, x), flat(m.velocities, v)
	}
	m.loads = recorded.Load[:len(recorded.Angle)-1]
	return m
}

// about returns the units of a robot's data set and the names of its particles.
func (c Config) about() datasets.About {
	return datasets.About{LengthUnit: "m", VelocityUnit: "m/s", Interval: fmt.Sprintf("%g s", c.Interval), Up: "z", Names: datasets.Named(c.names())}
}
