package excite

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/urdf"
	"gmnc/internal/rotation"
	"gmnc/internal/test/allclose"
	"gmnc/sysid/jointlog"
	"gmnc/sysid/rigid"
)

// twoLinks is an arm of two links: one turns about y and hangs 0.5 m long, and on its end a
// second slides along its own x.
func twoLinks() *rigid.Tree {
	second := rotation.Matrix{{0.02, 0, 0}, {0, 0.02, 0}, {0, 0, 0.3}}
	return &rigid.Tree{Gravity: [3]float64{0, 0, -9.81}, Links: []urdf.Link{
		{Joint: "shoulder", Parent: -1, Turn: rotation.Identity, Origin: [3]float64{0, 0, 1}, Axis: [3]float64{0, 1, 0}, Mass: 2, Moment: [3]float64{0, 0, -0.5}, Second: second,
			Damping: 0.5, Friction: 0.25, Range: [2]float64{-1, 2}},
		{Joint: "slide", Parent: 0, Turn: rotation.Identity, Origin: [3]float64{0, 0, -0.5}, Axis: [3]float64{1, 0, 0}, Slides: true, Mass: 1, Second: second},
	}}
}

// TestDesign: a motion begins and ends at rest within all limits, tells nearly all that a
// motion can, and is the same for a seed.
func TestDesign(t *testing.T) {
	tree, floor := twoLinks(), 0.25
	o := Options{Seconds: 6, Rate: []float64{2, 0.5}, Torque: []float64{40, 20}, Floor: &floor, Seed: 1}
	m, q, err := Design(context.Background(), tree, 0.02, o)
	require.NoError(t, err)
	require.Len(t, m.Time, 301)
	for j := range tree.Links {
		for _, row := range []int{0, 300} {
			require.InDelta(t, 0, m.Rate[j][row], 1e-12)
			require.InDelta(t, 0, m.Acceleration[j][row], 1e-9)
		}
		low, high := span(tree, j)
		for row := range m.Time {
			require.Greater(t, m.Angle[j][row], low)
			require.Less(t, m.Angle[j][row], high)
			require.LessOrEqual(t, math.Abs(m.Rate[j][row]), 0.9501*o.rate(tree, j))
			require.LessOrEqual(t, math.Abs(m.Torque[j][row]), o.torque(tree, j))
			require.Greater(t, lowest(tree, m.Angle, row), floor)
			if row > 0 && row < 300 {
				require.InDelta(t, (m.Angle[j][row+1]-m.Angle[j][row-1])/0.04, m.Rate[j][row], 0.02, "the rate is that of the angle")
				require.InDelta(t, (m.Rate[j][row+1]-m.Rate[j][row-1])/0.04, m.Acceleration[j][row], 0.2)
			}
		}
	}
	require.Equal(t, q.Possible, q.Directions)
	again, other, err := Design(context.Background(), tree, 0.02, o)
	require.NoError(t, err)
	require.Equal(t, m, again)
	require.Equal(t, q, other)

	// A slow swing of the shoulder alone tells less.
	slow := jointlog.Recording{Angle: matrix(2, 301)}
	for row := range 301 {
		time := 0.02 * float64(row)
		slow.Time, slow.Angle[0][row] = append(slow.Time, time), math.Sin(time)
	}
	worse, err := Judge(tree, []jointlog.Recording{slow}, o)
	require.NoError(t, err)
	require.Equal(t, q.Possible, worse.Possible)
	require.Less(t, worse.Directions, q.Directions)
	require.Greater(t, worse.Error, 2*q.Error)
	require.Greater(t, worse.Condition, 10*q.Condition)
	twice, err := Judge(tree, []jointlog.Recording{slow, slow}, o)
	require.NoError(t, err)
	require.Less(t, twice.Error, worse.Error)

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, _, err = Design(ctx, tree, 0.02, o)
	require.ErrorIs(t, err, context.Canceled)
}

func TestImpossible(t *testing.T) {
	tree, high := twoLinks(), 2.
	_, _, err := Design(context.Background(), tree, 0.02, Options{Seconds: 2, Torque: []float64{1}})
	require.ErrorContains(t, err, "no motion was found within the torques (shoulder would need ")
	_, _, err = Design(context.Background(), tree, 0.02, Options{Seconds: 2, Floor: &high})
	require.ErrorContains(t, err, "no motion was found above the floor at 2: links would be ")
	for message, o := range map[string]Options{
		"seconds is 1.9, expected 2 to 600":                                      {Seconds: 1.9},
		"seconds is 601, expected 2 to 600":                                      {Seconds: 601},
		"rate has 3 numbers for 2 joints: expected one for each, or one for all": {Seconds: 2, Rate: []float64{1, 2, 3}},
		"torque has 0, expected a number above 0":                                {Seconds: 600, Torque: []float64{0}},
	} {
		_, err := Judge(tree, nil, o)
		require.EqualError(t, err, message)
		_, _, err = Design(context.Background(), tree, 0.02, o)
		require.EqualError(t, err, message)
	}
}

// TestLimits: what is given counts before the robot's file, and that before what is usual.
func TestLimits(t *testing.T) {
	tree := twoLinks()
	tree.Links[1].Fastest, tree.Links[1].Strongest = 3, 30
	require.Equal(t, 1., Options{}.rate(tree, 0))
	require.Equal(t, 3., Options{}.rate(tree, 1))
	require.True(t, math.IsInf(Options{}.torque(tree, 0), 1))
	require.Equal(t, 30., Options{}.torque(tree, 1))
	tree.Links[1].Fastest = 0.5
	require.Equal(t, 0.5, Options{}.rate(tree, 1))
	require.Equal(t, 5., Options{Rate: []float64{5}}.rate(tree, 1))
	require.Equal(t, 6., Options{Torque: []float64{5, 6}}.torque(tree, 1))
	for j, want := range [][2]float64{{-1, 2}, {-0.5, 0.5}} {
		low, high := span(tree, j)
		require.Equal(t, want, [2]float64{low, high})
	}
	tree.Links[0].Range = [2]float64{}
	low, high := span(tree, 0)
	require.Equal(t, [2]float64{-math.Pi, math.Pi}, [2]float64{low, high})
}

// TestTorques: at rest a link needs what holds it against gravity, and in motion friction.
func TestTorques(t *testing.T) {
	tree := twoLinks()
	d := newInformation(tree, Options{Seconds: 2})
	m := &Motion{Time: []float64{0, 1}, Angle: [][]float64{{math.Pi / 2, 0}, {0, 0}}, Rate: [][]float64{{0, 1}, {0, 0}}, Acceleration: matrix(2, 2), Torque: matrix(2, 2)}
	d.torques(m)
	require.InDelta(t, 9.81*(0.5+0.5), m.Torque[0][0], 1e-9) // the first moments of both
	require.InDelta(t, 0.75, m.Torque[0][1], 1e-9)
}

// TestEnvelope: it rises from 0 to 1 within a second, and falls in the last.
func TestEnvelope(t *testing.T) {
	for time, want := range map[float64][3]float64{0: {}, 0.5: {0.5, 1.875, 0}, 1: {1, 0, 0}, 2: {1, 0, 0}, 4.5: {0.5, -1.875, 0}, 5: {}} {
		e, de, dde := envelope(time, 5)
		allclose.Within(t, want[:], []float64{e, de, dde}, 1e-12, "%g", time)
	}
}

func TestPositions(t *testing.T) {
	tree := twoLinks()
	all := positions(tree, [][]float64{{math.Pi / 2}, {0.25}}, 0)
	for i, want := range [][3]float64{{0, 0, 1}, {-0.25, 0, 1}, {-0.5, 0, 0.75}, {-0.5, 0, 0.75}} {
		allclose.Within(t, want[:], all[i][:], 1e-12, i)
	}
	require.InDelta(t, 0.75, lowest(tree, [][]float64{{math.Pi / 2}, {0.25}}, 0), 1e-12)
}

// TestInformation: five rows of a second tell something of their own, however many there are.
func TestInformation(t *testing.T) {
	tree := twoLinks()
	d := newInformation(tree, Options{Seconds: 2})
	for _, rows := range []int{11, 101} {
		m := &Motion{Angle: matrix(2, rows), Rate: matrix(2, rows), Acceleration: matrix(2, rows)}
		for row := range rows {
			m.Time = append(m.Time, 3*float64(row)/float64(rows-1))
			m.Rate[1][row] = 2
		}
		at := 2*rigid.Constants + friction + viscous // of the slide
		want := 5 * 3 * math.Pow(2*d.scale[at]/d.deviation[1], 2)
		require.InEpsilon(t, want, d.information(m).At(at, at), 1e-9)
		require.Nil(t, m.Torque)
	}
}

// TestPossible: what any motion tells of two links, by which weak combinations count as well.
func TestPossible(t *testing.T) {
	_, possible := newInformation(twoLinks(), Options{Seconds: 2}).possible.Dims()
	require.Equal(t, 11, possible)
}
