package run

import (
	"cmp"
	"fmt"
	"slices"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/vector"
	"gmnc/system"
)

// startOfJoints sets initial values from the data's fields of revolute joints and of prismatic
// joints. If the data have none, it uses a share of the inertia of the mean mass at the data's
// length.
func startOfJoints(c *config.Constant, data *datasets.Data, first *system.Sample, share float64, inertias [2]*system.Field) {
	ofJoints(c, data, first)
	length, mass := datasets.Length(data), share*meanMass(first)
	for _, members := range first.Objects.Of(system.Body) {
		value, standard := 0., mass*length*length
		for _, f := range inertias {
			if given := f.Of(first); given != nil {
				value += float64(given[members[0]])
			}
		}
		if axes := system.SlideAxis.Of(first); axes != nil && vector.Norm(vector.At(axes, members[0])) > 0 {
			standard = mass
		}
		c.Start = append(c.Start, cmp.Or(value, standard))
	}
}

// ofJoints gives a constant one value for each joint, in the order of the data's bodies. The labels
// are the names of joints, or numbers of bodies if the data have no names.
func ofJoints(c *config.Constant, data *datasets.Data, first *system.Sample) {
	bodies := first.Objects.Of(system.Body)
	c.By, c.Joints = config.ByJoint, make([]int, first.Particles())
	for number, members := range bodies {
		c.Labels = append(c.Labels, fmt.Sprint(number))
		for _, i := range members {
			c.Joints[i] = number
		}
	}
	if names := data.About.ParticleNames(); names != nil {
		c.Labels = datasets.JointNames(bodies, names)
	}
}

// bodyMasses returns the masses of the bodies in the data, or 1 for each if the data have no
// masses.
func bodyMasses(c *config.Constant, first *system.Sample) []float64 {
	given := system.Mass.Of(first)
	if given == nil {
		return slices.Repeat([]float64{startMass}, len(c.Labels))
	}
	masses := make([]float64, len(c.Labels))
	for i, mass := range given {
		masses[c.Joints[i]] += float64(mass)
	}
	return masses
}

// withoutConstant sets the constant to 0 for the bodies on joints whose type is at least bare, which
// cannot have it, and marks them with the reason why.
func withoutConstant(c *config.Constant, first *system.Sample, bare float32, why string) {
	types := system.JointType.Of(first)
	if types == nil {
		return
	}
	for number, members := range first.Objects.Of(system.Body) {
		if types[members[0]] < bare {
			continue
		}
		if c.Fixed == nil {
			c.Fixed = make([]string, len(c.Labels))
		}
		c.Start[number], c.Fixed[number] = 0, why
	}
}

// fixedBodies marks the first body if no known force sets the scale of the masses.
func fixedBodies(c *config.Constant, data *datasets.Data) []string {
	fixed := make([]string, len(c.Labels))
	if !data.Has(system.Torque) && !data.Has(system.Thrust) && !data.Has(system.Force) {
		fixed[0] = "no known force acts: it sets the scale of the others"
	}
	return fixed
}
