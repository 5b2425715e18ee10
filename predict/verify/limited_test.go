package verify

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/system"
)

// TestLeaveOut: systems in which a component is limited, before a motion or after it, are
// left out, and others are not.
func TestLeaveOut(t *testing.T) {
	before := []system.Sample{{Position: []float32{0, 0, 0}}, {Position: []float32{2, 0, 0, 0, 0, 0}}, {Position: []float32{0, 0, 0}}}
	after := []system.Sample{{Position: []float32{0, 0, 0}}, {Position: []float32{0, 0, 0, 0, 0, 0}}, {Position: []float32{2, 0, 0}}}
	far := Limited(func(samples []system.Sample) (acts []bool, err error) {
		for _, s := range samples {
			acts = append(acts, s.Position[0] > 1)
		}
		return acts, nil
	})
	want := Outputs{"position": make([]float32, 12), "spread": make([]float32, 4)}
	got := Outputs{"position": []float32{1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3}, "spread": []float32{1, 2, 2, 3}}
	left, err := far.leaveOut(before, after, want, got)
	require.NoError(t, err)
	require.Equal(t, Outputs{"position": []float32{1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "spread": []float32{1, 0, 0, 0}}, left)
	require.EqualValues(t, 3, got["position"][11], "a copy is changed")
	unable := Limited(func([]system.Sample) ([]bool, error) { return nil, errors.New("no memory") })
	_, err = unable.leaveOut(before, after, want, got)
	require.EqualError(t, err, "where components of forces are limited: no memory")
	_, _, err = unable.Count([]Group{{Samples: before}})
	require.EqualError(t, err, "no memory")
	same, err := Limited(nil).leaveOut(before, after, want, got)
	require.NoError(t, err)
	require.Equal(t, got, same)
	limited, all, err := far.Count([]Group{{Samples: before}, {Samples: after[:1]}})
	require.NoError(t, err)
	require.Equal(t, [2]int{1, 4}, [2]int{limited, all})
}

// TestLimitsThatAreNotKnown: if it is not known where components are limited, no symmetry is measured.
func TestLimitsThatAreNotKnown(t *testing.T) {
	group := Group{Name: "(1)", Samples: []system.Sample{{Position: []float32{1, 2, 3}, Velocity: make([]float32, 3)}}}
	same := function(func(x float64) float64 { return x })
	promised := config.Description{Symmetry: "translations"}
	trusted := Trusted{Limited: func([]system.Sample) ([]bool, error) { return nil, errors.New("no memory") }}
	for _, r := range []Report{trusted.Symmetries(promised, []Group{group}, same), trusted.Moves(promised, []Group{group}, rand.New(rand.NewPCG(1, 2)), same)} {
		require.ErrorContains(t, r.Err(), "where components of forces are limited: no memory")
		require.Empty(t, r.Findings)
	}
}
