package datasets

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestNamesInErrors stand behind the numbers of particles, once.
func TestNamesInErrors(t *testing.T) {
	about := About{Names: Named([]string{"hip", "", "knee"})}
	cause := errors.New("particles 0 and 2 of a stick, particle 1, particle 7 and sample 0")
	err := about.NameParticles(fmt.Errorf("run: %w", cause))
	require.EqualError(t, err, "run: particles 0 (hip) and 2 (knee) of a stick, particle 1, particle 7 and sample 0")
	require.ErrorIs(t, err, cause)
	require.Equal(t, err, about.NameParticles(err))
	require.Equal(t, cause, About{}.NameParticles(cause))
	require.NoError(t, about.NameParticles(nil))

	s := system.Sample{Position: make([]float32, 9), Velocity: make([]float32, 9), TargetPosition: make([]float32, 9), Objects: system.Objects{system.Stick.Of(0, 2), system.Stick.Of(2, 1)}}
	data := &Data{Train: []system.Sample{s}, About: about}
	require.ErrorContains(t, data.check(location{path: "x.npz"}), "particle 2 (knee) is in stick 0 already")
}
