package commandline

import (
	"fmt"

	"github.com/alecthomas/kong"

	"gmnc/sim"
)

// planeFlags holds the planes of a simulation, and the properties of contacts with them.
type planeFlags struct {
	Plane       []planeFlag `help:"A plane that no particle or rigid body goes through: its normal towards the free side and its offset along it. Inputs are the first frames then. It needs --neutral. Repeat it for more, six at most; none by default." placeholder:"X,Y,Z,OFFSET" sep:"none"`
	Friction    float64     `help:"Friction against sliding along planes, over the normal force." default:"0.3"`
	Restitution float64     `help:"Share of a speed that a bounce off a plane leaves, 0.05 to 1." default:"0.5"`
	Stiffness   float64     `help:"Force of a depth behind a plane, over it and the mass of what touches." default:"1000"`
}

// planeFlag is a plane, given by its normal and its offset.
type planeFlag sim.Plane

// UnmarshalText parses the numbers.
func (f *planeFlag) UnmarshalText(text []byte) error {
	var numbers [4]float64
	if err := parseNumbers(numbers[:], text, "a normal and an offset, such as 0,0,1,0"); err != nil {
		return err
	}
	f.Normal, f.Offset = [3]float64(numbers[:3]), numbers[3]
	if f.Normal == [3]float64{} {
		return fmt.Errorf("has the normal 0,0,0: expected one towards the free side, such as 0,0,1")
	}
	return nil
}

// check refuses the flags of contacts if there is no plane.
func (f *planeFlags) check(parsed *kong.Context) error {
	if len(f.Plane) > 0 {
		return nil
	}
	return needs(parsed, "--plane", "friction", "restitution", "stiffness")
}

// give adds the planes to the mechanics of the systems.
func (f *planeFlags) give(m *sim.Mechanics) {
	if len(f.Plane) == 0 {
		return
	}
	for _, plane := range f.Plane {
		m.Planes = append(m.Planes, sim.Plane(plane))
	}
	m.Friction, m.Restitution, m.Stiffness = f.Friction, f.Restitution, f.Stiffness
}
