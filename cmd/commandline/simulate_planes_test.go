package commandline

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/sim"
)

// TestPlaneFlags: planes bring friction, restitution and stiffness along, which are refused without one.
func TestPlaneFlags(t *testing.T) {
	parsed := func(flags string) (sim.Mechanics, error) {
		all := new(commands)
		_, err := newParser(all, io.Discard, io.Discard, func(int) {}).Parse(append([]string{"simulate", "-o", "data.npz", "--system", "1,0,0", "--neutral"}, strings.Fields(flags)...))
		var m sim.Mechanics
		all.Simulate.give(&m)
		return m, err
	}
	m, err := parsed("")
	require.NoError(t, err)
	require.True(t, m.IsZero())
	m, err = parsed("--plane 0,0,2,-1 --plane 1,0,0,0 --friction 0.25 --stiffness 500")
	require.NoError(t, err)
	require.Equal(t, sim.Mechanics{Planes: []sim.Plane{{Normal: [3]float64{0, 0, 2}, Offset: -1}, {Normal: [3]float64{1, 0, 0}}}, Friction: 0.25, Restitution: 0.5, Stiffness: 500}, m)
	for flag, want := range map[string]string{
		"--friction 0.25": "--friction needs --plane", "--restitution 1": "--restitution needs --plane", "--stiffness 9": "--stiffness needs --plane",
		"--plane 0,0,0,1": "has the normal 0,0,0: expected one towards the free side", "--plane 0,0,1": "a normal and an offset, such as 0,0,1,0",
	} {
		_, err := parsed(flag)
		require.ErrorContains(t, err, want, flag)
	}
}
