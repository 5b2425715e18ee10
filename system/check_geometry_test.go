package system_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// geometryOf is what CheckGeometry says of a sample.
func geometryOf(s system.Sample) error {
	return s.CheckGeometry(func(array, format string, arguments ...any) error {
		return fmt.Errorf("%s%s", array, fmt.Sprintf(format, arguments...))
	})
}

// cornered is a box of the half lengths 1, 2 and 3, and a particle beside it.
func cornered() (s system.Sample, box []float32) {
	for corner := range 8 {
		for k := range 3 {
			sign := float32(2*(corner>>k&1) - 1)
			s.Position, box = append(s.Position, sign*float32(k+1)), append(box, sign/8)
		}
	}
	s.Position = append(s.Position, 9, 9, 9)
	s.Objects = system.Objects{system.Body.Of(0, 1, 2, 3, 4, 5, 6, 7)}
	return s, append(box, 0, 0, 0)
}

// TestBoxesThatAreNone: halves of a box are three lengths at right angles, with particles of a
// rigid body at its corners.
func TestBoxesThatAreNone(t *testing.T) {
	times := func(by float32) func(_, box []float32) {
		return func(_, box []float32) {
			for i := range box {
				box[i] *= by
			}
		}
	}
	for name, c := range map[string]struct {
		change func(x, box []float32)
		want   string
	}{
		"as it is":         {func(_, _ []float32) {}, ""},
		"no box":           {func(_, box []float32) { clear(box) }, ""},
		"a little larger":  {times(1.14), ""},
		"larger":           {times(1.17), "box, body 0, of particle 0: half of an edge is 1.17, and its particles are 1 from its middle along this edge"},
		"a little smaller": {times(0.9), ""},
		"smaller":          {times(0.88), "half of an edge is 0.88, and its particles are 1 from"},
		"in millimeters":   {times(1000), "half of an edge is 1000"},
		"without an edge": {func(_, box []float32) {
			for i := range 8 {
				box[3*i+2] = 0
			}
		}, "box, body 0, of particle 0: an edge has the half length 0: expected"},
		"a corner nearer":      {func(x, _ []float32) { x[0] = -0.85 }, ""},
		"a corner elsewhere":   {func(x, _ []float32) { x[0] = -2 }, "right angles"},
		"at the wrong corners": {func(x, _ []float32) { x[0], x[1], x[3], x[4] = 1, 2, -1, 2 }, "its edges are not at right angles"},
		"leaning a little": {func(x, _ []float32) {
			for i := range 8 {
				x[3*i] += 0.009 * x[3*i+1]
			}
		}, ""},
		"leaning": {func(x, _ []float32) {
			for i := range 8 {
				x[3*i] += 0.011 * x[3*i+1]
			}
		}, "its edges are not at right angles: halves of them are [1 0 0] and [0.022 2 0]"},
		"reversed": {times(-1), ""},
		"of another size, as its corners": {func(x, _ []float32) {
			for i := range 24 {
				x[i] *= 3
			}
		}, ""},
		"mirrored": {func(x, _ []float32) {
			for i := range 8 {
				x[3*i] *= -1
			}
		}, ""},
		"all corners at one place": {func(x, _ []float32) { clear(x[:24]) }, "an edge has the half length 0"},
		"flat": {func(x, _ []float32) {
			for i := range 8 {
				x[3*i+2] = 7
			}
		}, "an edge has the half length 0"},
		"edges exchanged": {func(_, box []float32) {
			for i := range 8 {
				box[3*i], box[3*i+1] = box[3*i+1], box[3*i]
			}
		}, ""},
		"two edges the same": {func(_, box []float32) {
			for i := range 8 {
				box[3*i] = box[3*i+1]
			}
		}, "its edges are not at right angles"},
		"weights of two corners exchanged": {func(_, box []float32) {
			for k := range 3 {
				box[k], box[3+k] = box[3+k], box[k]
			}
		}, "along this edge"},
		"a weight without a number": {func(_, box []float32) { box[0] = float32(math.NaN()) }, "an edge has the half length NaN"},
		"a huge weight":             {func(_, box []float32) { box[0] = 1e30 }, "its edges are not at right angles"},
		"of a particle":             {func(_, box []float32) { box[24] = 1 }, "box, particle 8 is in no body: give"},
	} {
		t.Run(name, func(t *testing.T) {
			s, box := cornered()
			c.change(s.Position, box)
			system.Box.Set(&s, box)
			if err := geometryOf(s); c.want == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, c.want)
			}
		})
	}
	s, box := cornered()
	system.Mass.Set(&s, []float32{1, 9, 1, 9, 1, 9, 1, 9, 1})
	system.Box.Set(&s, box)
	require.ErrorContains(t, geometryOf(s), "along this edge", "a box is about its center of mass")
}

// twoLinks are two bodies of four particles, the second on the first, which is on the ground,
// by joints about z.
func twoLinks(t *testing.T) (s system.Sample) {
	body := []float32{0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2}
	rest := slices.Clone(body)
	for i, x := range body {
		if i%3 == 0 {
			x += 4
		}
		rest = append(rest, x)
	}
	require.NoError(t, s.Join(rest, []system.Joint{
		{Parent: -1, Members: []int{0, 1, 2, 3}, Axis: [3]float64{0, 0, 1}},
		{Parent: 0, Members: []int{4, 5, 6, 7}, Axis: [3]float64{0, 0, 1}, Anchor: [3]float64{4, 0, 0}},
	}))
	s.Position = rest
	return s
}

// turned are positions a quarter about z.
func turned(x []float32) (out []float32) {
	for i := 0; i < len(x); i += 3 {
		out = append(out, -x[i+1], x[i], x[i+2])
	}
	return out
}

// TestContradictingJoints: bodies are on their joints and of their shape at rest, now and in the
// target.
func TestContradictingJoints(t *testing.T) {
	field := func(f *system.Field, by float32) func(s *system.Sample) {
		return func(s *system.Sample) { f.Set(s, times(f.Of(s), by)) }
	}
	moved := func(by float32) func(s *system.Sample) {
		return func(s *system.Sample) {
			for i := 12; i < 24; i += 3 {
				s.Position[i] += by
			}
		}
	}
	for name, c := range map[string]struct {
		change func(s *system.Sample)
		want   string
	}{
		"as it is":            {func(*system.Sample) {}, ""},
		"turned":              {func(s *system.Sample) { s.Position = turned(s.Position) }, ""},
		"almost on its joint": {moved(0.24), ""},
		"off its joint":       {moved(0.27), "rest: by its x0, body 1 is off its joint by 0.0"},
		"rest in feet":        {field(system.Rest, 3.28), "rest: by its x0, body 1 is off its joint by 0.56"},
		"in feet":             {func(s *system.Sample) { s.Position = times(s.Position, 3.28) }, "off its joint by 1.8"},
		"a little larger":     {func(s *system.Sample) { s.Position = times(s.Position, 1.04) }, ""},
		"anchors in millimeters": {func(s *system.Sample) {
			field(system.JointAnchor, 1000)(s)
			s.TargetPosition = turned(s.Position)
			copy(s.TargetPosition[:12], s.Position)
		}, "rest: by its xT, body 1 is off its joint"},
		"markers exchanged": {func(s *system.Sample) {
			copy(s.Position[12:], turned(s.Position[:12]))
			copy(s.Position[:12], times(s.Position[:12], -1))
		}, "is off its"},
		"a body in feet":  {func(s *system.Sample) { copy(s.Position[:12], times(s.Position[:12], 3.28)) }, "rest: by its x0, body 0 is off its"},
		"a body mirrored": {func(s *system.Sample) { s.Position[17], s.Position[23] = 0, -2 }, "rest: by its x0, body 1 is off its"},
		"without anchors": {field(system.JointAnchor, 0), ""},
	} {
		s := twoLinks(t)
		s.Position = slices.Clone(s.Position)
		c.change(&s)
		if err := geometryOf(s); c.want == "" {
			require.NoError(t, err, name)
		} else {
			require.ErrorContains(t, err, c.want, name)
		}
	}
	free := system.Sample{Position: make([]float32, 9)}
	require.Equal(t, system.JointGap{}, free.JointGap(free.Position))
}

// TestWorseGaps: of gaps the worst counts, each by what is allowed of it.
func TestWorseGaps(t *testing.T) {
	apart, bent := system.JointGap{Body: 1, Apart: 0.04}, system.JointGap{Body: 2, Bent: 0.15}
	require.True(t, apart.Worse(bent))
	require.False(t, apart.TooWide())
	require.Equal(t, "body 1 is off its joint by 0.04 of the robot's extent, and by an angle of sine 0", apart.String())
	bent.Bent = 0.21
	require.True(t, bent.Worse(apart))
	require.True(t, bent.TooWide())
	require.Equal(t, "body 2 is off its shape at rest by 0.21 of its size", bent.String())
	require.True(t, system.JointGap{Lean: 0.06}.TooWide())
	require.Contains(t, system.JointGap{Lean: 0.06, Bent: 0.2}.String(), "off its joint")
}

// times are values times a number.
func times(values []float32, by float32) (out []float32) {
	for _, value := range values {
		out = append(out, value*by)
	}
	return out
}
