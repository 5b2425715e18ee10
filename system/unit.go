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

// In returns the unit as a product of powers of the units with these names.
func (u Unit) In(mass, length, charge, time string) string {
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
