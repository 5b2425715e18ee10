package system

import (
	"fmt"
	"strings"
)

// Unit is the unit of a quantity, as powers of the units of length, time, mass and charge. The
// zero value is the unit of a plain number.
type Unit struct{ Length, Time, Mass, Charge int }

// String returns the unit as a product of powers, such as "length / time^2", or "1" for a plain
// number.
func (u Unit) String() string { return u.In("mass", "length", "charge", "time") }

// newtons holds the SI units of loads, stiffness and viscous friction by their common names. Units of
// length^2 mass belong to joints that turn.
var newtons = map[Unit]string{
	{Length: 1, Mass: 1, Time: -2}: "N",
	{Length: 2, Mass: 1, Time: -2}: "N m",
	{Mass: 1, Time: -2}:            "N/m",
	{Mass: 1, Time: -1}:            "N s/m",
	{Length: 2, Mass: 1, Time: -1}: "N m s/rad",
}

// LoadUnit returns the unit of the load on a joint: of a thrust if the joint slides, otherwise of a
// torque.
func LoadUnit(slides bool) Unit {
	if slides {
		return Thrust.Unit
	}
	return Torque.Unit
}

// SI returns the SI unit, such as "N m" for a torque.
func (u Unit) SI() string { return u.In("kg", "m", "C", "s") }

// In returns the unit as a product of powers of the units with these names, or by its common name
// if these are kg, m and s.
func (u Unit) In(mass, length, charge, time string) string {
	if name := newtons[u]; name != "" && mass == "kg" && length == "m" && time == "s" {
		return name
	}
	var over, under []string
	for _, power := range []struct {
		of    string
		power int
	}{{mass, u.Mass}, {length, u.Length}, {charge, u.Charge}, {time, u.Time}} {
		factor := power.of
		if power.power*power.power > 1 {
			factor = fmt.Sprintf("%s^%d", power.of, max(power.power, -power.power))
		}
		switch {
		case power.power > 0:
			over = append(over, factor)
		case power.power < 0:
			under = append(under, factor)
		}
	}
	text := strings.Join(over, " ")
	if text == "" {
		text = "1"
	}
	if len(under) > 0 {
		text += " / " + strings.Join(under, " ")
	}
	return text
}
