package rigid_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"gmnc/datasets/urdf"
	"gmnc/internal/test/allclose"
	"gmnc/sysid/rigid"
)

func crane(t *testing.T) *rigid.Tree {
	t.Helper()
	links, _, err := urdf.ReadLinks("testdata/crane.urdf", urdf.Options{})
	require.NoError(t, err)
	return &rigid.Tree{Links: links, Gravity: [3]float64{0, 0, -9.81}}
}

// TestRounded: what rounding alone made is 0, without a sign, and what a small link may have stays.
func TestRounded(t *testing.T) {
	require.Equal(t, []float64{1e-12, -1e-12, 1e-7}, []float64{rigid.Rounded(1e-12), rigid.Rounded(-1e-12), rigid.Rounded(1e-7)})
	for _, rounding := range []float64{9e-13, -9e-13, math.Copysign(0, -1)} {
		require.Zero(t, rigid.Rounded(rounding))
		require.False(t, math.Signbit(rigid.Rounded(rounding)))
	}
}

// TestAsPinocchio: torques and regressors of a tree with sliding and turning joints are
// those of Pinocchio 4.1 (testdata/README.md).
func TestAsPinocchio(t *testing.T) {
	tree := crane(t)
	var constants []float64
	for _, l := range tree.Links {
		own := rigid.Of(l)
		constants = append(constants, own[:]...)
	}
	var states []struct {
		Angle, Rate, Acceleration, Torque []float64
		Rows                              [][]float64
	}
	text, err := os.ReadFile("testdata/pinocchio.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &states))
	regressor := rigid.NewRegressor(tree)
	for _, s := range states {
		rows := make([][]float64, len(tree.Links))
		for j := range rows {
			rows[j] = make([]float64, len(constants))
		}
		regressor.Rows(s.Angle, s.Rate, s.Acceleration, rows)
		for j, row := range rows {
			allclose.Within(t, s.Rows[j], row, 1e-10, "joint %d", j)
			require.InDelta(t, s.Torque[j], floats.Dot(row, constants), 1e-10, "joint %d", j)
		}
	}
}

func TestJoints(t *testing.T) {
	require.Equal(t, []string{"slew", "lift", "right", "left"}, crane(t).Joints())
}

func TestHangsOn(t *testing.T) {
	tree := crane(t) // slew, lift, and on it right and left
	for _, c := range []struct {
		link, joint int
		hangs       bool
	}{{0, 0, true}, {3, 0, true}, {3, 1, true}, {3, 2, false}, {2, 2, true}, {0, 1, false}} {
		require.Equal(t, c.hangs, tree.HangsOn(c.link, c.joint), c)
	}
}

// TestPseudo: the pseudo-inertia of a mass at a point is the product of (x, 1) with itself.
func TestPseudo(t *testing.T) {
	x, m := [4]float64{0.1, -0.2, 0.3, 1}, 2.0
	l := urdf.Link{Mass: m}
	for i := range 3 {
		l.Moment[i] = m * x[i]
		for k := range 3 {
			l.Second[i][k] = m * x[i] * x[k]
		}
	}
	own := rigid.Of(l)
	require.InDelta(t, m*(0.04+0.09), own[4], 1e-15)
	require.InDelta(t, -m*0.1*0.3, own[8], 1e-15)
	pseudo := rigid.Pseudo(own[:])
	for i := range 4 {
		for k := range 4 {
			require.InDelta(t, m*x[i]*x[k], pseudo[i][k], 1e-15)
		}
	}
}
