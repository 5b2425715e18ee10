package system

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestUnitsOfFields: each field has its physical unit. Those that are not listed are plain numbers,
// or have the units of what they describe.
func TestUnitsOfFields(t *testing.T) {
	units := map[*Field]Unit{}
	for unit, fields := range map[Unit][]*Field{
		{Length: 1}:                    {Position, TargetPosition, CellA, CellB, CellC, Rest, JointAnchor, SlideLimits},
		{Length: 1, Time: -1}:          {Velocity, TargetVelocity},
		{Length: 1, Time: -2}:          {Gravity},
		{Mass: 1}:                      {Mass, RotorMass, StopMass},
		{Mass: 1, Length: 2}:           {RotorInertia, StopInertia},
		{Mass: 1, Length: 1, Time: -2}: {Force, Thrust, SlideFriction},
		{Mass: 1, Length: 2, Time: -2}: {Torque, TurnFriction},
		{Mass: 1, Time: -1}:            {SlideDamping},
		{Mass: 1, Length: 2, Time: -1}: {TurnDamping},
		{Time: 1}:                      {StopTime},
		{Charge: 1}:                    {Charge},
	} {
		for _, f := range fields {
			units[f] = unit
		}
	}
	for _, f := range table {
		require.Equal(t, units[f], f.Unit, f.Name)
	}
}
