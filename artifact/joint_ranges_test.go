package artifact

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/run"
	"gmnc/system"
)

// recorded is what is known of the data of a joint that turns and one that slides.
func recorded() *run.DataInfo {
	of := func(name string, slides bool) system.JointRange {
		r := system.NewJointRange(name, slides)
		r.Take([]float64{-1}, []float64{-2}, []float64{-3})
		r.Take([]float64{1}, []float64{2}, []float64{6})
		return r
	}
	return &run.DataInfo{LengthUnit: "m", VelocityUnit: "m/s", Joints: []system.JointRange{of("elbow", false), of("cart", true)}}
}

// TestRangesOfDrivenJoints are those of what the file takes: load = gain x current - offset.
func TestRangesOfDrivenJoints(t *testing.T) {
	data := recorded()
	joints := Joints{Names: []string{"elbow", "cart"}}
	require.Equal(t, data.Joints, RangesFor(data, joints))
	joints.Drives = [][2]float32{{3, 0}, {-3, 9}}
	driven := RangesFor(data, joints)
	require.Equal(t, system.ColumnRanges{{Least: -1, Most: 2}}, driven[0].Torque)
	require.Equal(t, system.ColumnRanges{{Least: -5, Most: -2}}, driven[1].Torque)
	require.Equal(t, system.ColumnRanges{{Least: -3, Most: 6}}, data.Joints[0].Torque, "the data are as they were")
	joints.Drives = make([][2]float32, 2)
	require.Nil(t, RangesFor(data, joints), "a gain of 0")
	require.Nil(t, RangesFor(nil, joints))
	for _, names := range [][]string{{"elbow"}, {"elbow", "pole"}, nil} {
		require.Nil(t, RangesFor(data, Joints{Names: names}), "of another robot")
	}
}

// TestRangesOfColumns: ball joints and bodies that float have a range for each column, in its unit,
// and must have as many as the file has columns.
func TestRangesOfColumns(t *testing.T) {
	data := &run.DataInfo{LengthUnit: "m", VelocityUnit: "m/s"}
	for _, of := range [][2][]float64{{{1, 2, 3, 1, 0, 0, 0}, {1, 2, 3, 4, 5, 6}}, {{1, 0, 0, 0}, {4, 5, 6}}} {
		r := system.NewJointRange("base", false)
		r.Take(of[0], of[1], nil)
		data.Joints = append(data.Joints, r)
	}
	require.Equal(t, "base: x 1 only m, y 2 only m, z 3 only m, qw 1 only, qx 0 only, qy 0 only, qz 0 only, vx 1 only m/s, vy 2 only m/s, vz 3 only m/s, wx 4 only rad/s, wy 5 only rad/s, wz 6 only rad/s", textOfRange(data.Joints[0], data, false))
	require.Equal(t, "base: qw 1 only, qx 0 only, qy 0 only, qz 0 only, wx 4 only rad/s, wy 5 only rad/s, wz 6 only rad/s", textOfRange(data.Joints[1], data, false))
	joints := Joints{Names: []string{"base", "base"}, Types: []int{system.Floating, system.OnBall}}
	require.Equal(t, data.Joints, RangesFor(data, joints))
	joints.Types = []int{system.OnBall, system.Floating}
	require.Nil(t, RangesFor(data, joints))
}

// TestJointFilesSpeakOfJoints and not of particles.
func TestJointFilesSpeakOfJoints(t *testing.T) {
	data := recorded()
	data.Ranges = &system.Ranges{Particles: &system.Range{Least: 18, Most: 18}}
	law := config.Config{Model: "gmn-ode", Form: "published", Layers: 4, Hidden: 1, Depth: 5, Forces: "none", TrueVelocity: true, Joints: 2, Fields: []string{system.TurnAxis.Name}}
	said := func(joints *Joints) string {
		var text strings.Builder
		m := &Model{run: &run.Run{Config: run.Config{Model: law, Data: data}}, joints: joints}
		m.printRun(&text, &Description{Path: "x", Model: law, Data: m.describeData(m.run.Config)}, m.run)
		return text.String()
	}
	const ranges = "  range     elbow: q -1 to 1 rad, rate -2 to 2 rad/s, torque -3 to 6 N m\n  range     cart: q -1 to 1 m, rate -2 to 2 m/s, torque -3 to 6 N\n"
	joints := &Joints{Names: []string{"elbow", "cart"}, Slides: []bool{false, true}, Ranges: data.Joints}
	require.Contains(t, said(joints), ranges)
	for _, of := range []string{"particles 18 only", "systems ", "velocity "} {
		require.NotContains(t, said(joints), of)
		require.Contains(t, said(nil), of)
	}
	require.Contains(t, said(nil), ranges)
	joints.Drives = [][2]float32{{2, 0}, {1, 0}}
	require.Contains(t, said(joints), "rad/s, torque -3 to 6\n", "of a current")
	joints.Ranges = nil
	require.NotContains(t, said(joints), "range ")

	learned := run.Config{Model: config.Config{LearnedOn: &config.LearnedOn{}}}
	caveats := (&Certificate{}).Caveats(learned, joints)
	require.Len(t, caveats, 2)
	require.Contains(t, caveats[0], "of one robot, with the joints elbow, cart.")
	require.Contains(t, caveats[1], "no limits of joints")
	joints.limited = true
	require.Equal(t, caveats[:1], (&Certificate{}).Caveats(learned, joints))
}

// TestLimitsOfJoints: a joint has limits if the lower one is below the upper one.
func TestLimitsOfJoints(t *testing.T) {
	for _, f := range []*system.Field{system.TurnLimits, system.SlideLimits} {
		for upper, limited := range map[float32]bool{-1: false, 0: false, 1: true} {
			robot := sliding(t)
			limits := make([]float32, 2*robot.Particles())
			limits[7] = upper
			f.Set(&robot, limits)
			require.Equal(t, limited, JointsOf(robot, nil).limited, "%s %g", f.Name, upper)
		}
	}
	require.False(t, JointsOf(sliding(t), nil).limited)
}

// TestUnitsOfJoints: those of joints that slide stand beside those that turn.
func TestUnitsOfJoints(t *testing.T) {
	units := func(slides []bool, types []int, data *run.DataInfo) map[string]string {
		return (&Joints{Slides: slides, Types: types}).Units(data)
	}
	both := func(q, rate string) map[string]string {
		return map[string]string{"units.q": q, "units.next_q": q, "units.rate": rate, "units.next_rate": rate}
	}
	require.Equal(t, both("rad", "rad/s"), units([]bool{false}, nil, recorded()))
	require.Equal(t, both("m", "m/s"), units([]bool{true}, nil, recorded()))
	require.Equal(t, both("rad, or m for joints that slide", "rad/s, or m/s for joints that slide"), units([]bool{true, false}, nil, recorded()))
	require.Equal(t, map[string]string{"units.q": "rad", "units.next_q": "rad"}, units([]bool{true, false}, nil, &run.DataInfo{}))
	require.Empty(t, units([]bool{false}, []int{system.OnBall}, recorded()))
	require.Empty(t, units([]bool{false}, nil, nil))
}

// TestUnitsOfTurnsAndSlides: angles are in radians, displacements in the unit of lengths, and loads have SI units if the data's are and
// nothing drives the joints.
func TestUnitsOfTurnsAndSlides(t *testing.T) {
	for _, c := range []struct {
		slides, driven   bool
		length, velocity string
		want             map[string]string
	}{
		{false, false, "m", "m/s", map[string]string{"q": "rad", "rate": "rad/s", "torque": "N m"}},
		{true, false, "m", "m/s", map[string]string{"q": "m", "rate": "m/s", "torque": "N"}},
		{false, true, "m", "m/s", map[string]string{"q": "rad", "rate": "rad/s"}},
		{true, false, "cm", "cm/s", map[string]string{"q": "cm", "rate": "cm/s"}},
		{false, false, "m", "m/ms", map[string]string{"q": "rad", "rate": "rad/ms"}},
		{false, false, "m", "m a frame", map[string]string{"q": "rad"}},
		{true, false, "", "", map[string]string{"q": ""}},
	} {
		require.Equal(t, c.want, unitsOfJoint(c.slides, &run.DataInfo{LengthUnit: c.length, VelocityUnit: c.velocity}, c.driven), "%v", c)
	}
	for driven, drives := range map[bool][][2]float32{false: {{1, 5}, {1, 0}}, true: {{1, 0}, {2, 0}}} {
		require.Equal(t, driven, (&Joints{Drives: drives}).Driven())
	}
	require.False(t, (&Joints{}).Driven())
}

// TestDescribedRanges: ranges of joints are said after a line on what they are, if there are any.
func TestDescribedRanges(t *testing.T) {
	var text strings.Builder
	describeJointRanges(&text, nil, recorded(), false)
	require.Empty(t, text.String())
	describeJointRanges(&text, recorded().Joints[:1], recorded(), false)
	lines := strings.Split(strings.TrimSpace(text.String()), "\n")
	require.Len(t, lines, 2)
	require.Contains(t, lines[0], "ranges    of the joints in the training data, as minimum to maximum.")
	require.Contains(t, lines[1], "range     elbow")
	require.Contains(t, lines[1], "rad/s")
}

// TestLimitsOfRobots: a joint has limits if the lower is below the upper one.
func TestLimitsOfRobots(t *testing.T) {
	s := system.Sample{Position: make([]float32, 6)}
	require.False(t, hasLimits(s))
	system.TurnLimits.Set(&s, []float32{0, 0, 2, 2})
	require.False(t, hasLimits(s))
	system.SlideLimits.Set(&s, []float32{0, 0, -1, 1})
	require.True(t, hasLimits(s))
}

// TestColumnsOfRanges: a joint has a range for each column of its kind, of q, rate and torque.
func TestColumnsOfRanges(t *testing.T) {
	columns := func(count int) system.ColumnRanges { return make(system.ColumnRanges, count) }
	for _, c := range []struct {
		kind, q, rate, torque int
		have                  bool
	}{
		{system.OnAxis, 1, 1, 1, true}, {system.OnAxis, 2, 1, 1, false}, {system.OnAxis, 1, 2, 1, false}, {system.OnAxis, 1, 1, 2, false}, {system.OnAxis, 1, 1, 0, false},
		{system.OnBall, 4, 3, 0, true}, {system.OnBall, 4, 3, 1, false}, {system.Floating, 7, 6, 0, true}, {system.Floating, 7, 6, 6, false}, {system.Floating, 7, 7, 0, false},
	} {
		j := Joints{Names: []string{"a"}, Types: []int{c.kind}}
		require.Equal(t, c.have, j.have([]system.JointRange{{Q: columns(c.q), Rate: columns(c.rate), Torque: columns(c.torque)}}), "%v", c)
	}
}
