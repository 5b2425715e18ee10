// Package describe writes robots with the constants that were found, as URDF and MJCF.
package describe

import (
	"strconv"
	"strings"

	"gmnc/datasets/urdf"
	"gmnc/sysid/rigid"
)

// Joint is a joint and the link that it moves, with the constants that were found.
type Joint struct {
	Link urdf.Link // its frame, axis and names
	// Inertial holds the ten inertial constants of the link, in the order of rigid.Names.
	Inertial [10]float64
	// Damping is the friction per rate, and Friction the Coulomb friction. Rotor is the inertia
	// of the rotor as it acts on the joint.
	Damping, Friction, Rotor float64
	// OfLink and OfJoint list the names of the link's and the joint's constants that the
	// recordings do not determine by themselves. Comments next to the elements name them.
	OfLink, OfJoint []string
}

// undetermined returns a comment that names constants which the recordings do not determine, or
// "" for no names.
func undetermined(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "<!-- not determined by the recordings: " + strings.Join(names, ", ") + " -->"
}

// centered returns the mass, its center, and the inertia xx, yy, zz, xy, xz, yz about the
// center, in the link's frame.
func (j *Joint) centered() (mass float64, center [3]float64, inertia [6]float64) {
	c := j.Inertial
	mass = c[0]
	for k := range center {
		center[k] = c[1+k] / mass
	}
	x, y, z := center[0], center[1], center[2]
	return mass, center, [6]float64{
		c[4] - mass*(y*y+z*z), c[5] - mass*(x*x+z*z), c[6] - mass*(x*x+y*y),
		c[7] + mass*x*y, c[8] + mass*x*z, c[9] + mass*y*z,
	}
}

// text returns a number with the digits that MuJoCo and URDF readers need.
func text(x float64) string { return strconv.FormatFloat(rigid.Rounded(x), 'g', 12, 64) }

func texts(values ...float64) (joined string) {
	for i, x := range values {
		if i > 0 {
			joined += " "
		}
		joined += text(x)
	}
	return joined
}
