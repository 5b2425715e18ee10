package config

import (
	"fmt"
	"math"

	"gmnc/system"
)

// smallestNormal is the smallest positive normal number of float32.
const smallestNormal = 0x1p-126

// validateMeasures reports times, lengths, masses and counts that no data have.
func (c Config) validateMeasures() error {
	for _, measure := range []struct {
		name  string
		value float64
	}{{"time", c.Time}, {"length", c.Length}, {"deflection", c.Deflection}, {"mass", c.Mass}} {
		if value := measure.value; value != 0 && !(smallestNormal <= value && value <= math.MaxFloat32) {
			return fmt.Errorf("%s: %g: expected a number above 0 that float32 holds, or 0 for none", measure.name, value)
		}
	}
	switch {
	case c.Planes < 0 || c.Planes > system.MostPlanes:
		return fmt.Errorf("planes: %d: a system has 0 to %d", c.Planes, system.MostPlanes)
	case c.Planes > 0 && !c.Contacting():
		return fmt.Errorf("planes: %d, and the fields %q have no planes: add the field, or leave the number out", c.Planes, c.Fields)
	case c.Joints < 0:
		return fmt.Errorf("joints: %d: a system has 0 or more axes of joints", c.Joints)
	case c.OnTrees && !c.Bodies:
		return fmt.Errorf("held: bodies that hang on trees, without bodies: set both, or neither")
	case c.Bodies && c.Depth == 0:
		return fmt.Errorf("bodies: the depth of trees is 0, so that the model takes no bodies: set both, or neither")
	}
	return nil
}
