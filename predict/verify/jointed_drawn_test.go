package verify

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/vector"
	"gmnc/system"
)

// TestLengthsOfDrawnBars: a bar is as long as those of the training data, at least a quarter of the longest,
// and from 0.5 to 1.5 if no data has bars.
func TestLengthsOfDrawnBars(t *testing.T) {
	extremes := func(ranges *system.Ranges) (least, most float64) {
		d := drawing{ranges: ranges, source: rand.New(rand.NewPCG(1, 2))}
		least = math.Inf(1)
		for range 400 {
			length := d.barLength()
			least, most = min(least, length), max(most, length)
		}
		return least, most
	}
	least, most := extremes(&system.Ranges{Bar: &system.Range{Least: 0, Most: 8}})
	require.Equal(t, 2.0, least)
	require.InDelta(t, 8, most, 0.2)
	least, most = extremes(&system.Ranges{Bar: &system.Range{Least: 4, Most: 8}})
	require.InDelta(t, 4, least, 0.1)
	require.InDelta(t, 8, most, 0.1)
	for _, unknown := range []*system.Ranges{nil, {}, {Bar: &system.Range{}}} {
		least, most = extremes(unknown)
		require.InDelta(t, 0.5, least, 0.02)
		require.InDelta(t, 1.5, most, 0.02)
	}
}

// TestTurnsOfDrawnJoints: a hinge turns its body about its axis, a slider moves it along, a ball turns it about
// any axis, and a floating body moves away, too. Velocities are of the same kind.
func TestTurnsOfDrawnJoints(t *testing.T) {
	for seed := range uint64(3) {
		d := drawing{source: rand.New(rand.NewPCG(seed, 2))}
		drawn := func(j system.Joint) (point, velocity [3]float64) {
			j.Parent, j.Members = -1, []int{0}
			points := [][3]float64{{1, 0, 0}, {}}
			velocity = d.turn(points, []system.Joint{j})[0]
			require.Equal(t, [3]float64{}, points[1], "the anchor")
			return points[0], velocity
		}
		axis := [3]float64{0, 0, 1}
		x, v := drawn(system.Joint{Type: system.OnAxis, Axis: axis})
		require.InDelta(t, 1, vector.Norm(x), 1e-12)
		require.Zero(t, x[2])
		require.Less(t, x[0], 1.0)
		require.InDelta(t, 0, vector.Dot(v, x), 1e-12)
		require.Zero(t, v[2])
		require.NotZero(t, v[0])

		x, v = drawn(system.Joint{Type: system.OnAxis, Slides: true, Axis: axis})
		require.Equal(t, [2]float64{1, 0}, [2]float64{x[0], x[1]})
		require.NotZero(t, x[2])
		require.Equal(t, [2]float64{}, [2]float64{v[0], v[1]})
		require.NotZero(t, v[2])

		x, v = drawn(system.Joint{Type: system.OnBall})
		require.InDelta(t, 1, vector.Norm(x), 1e-12)
		require.NotZero(t, x[2])
		require.InDelta(t, 0, vector.Dot(v, x), 1e-12)
		require.NotZero(t, v[2])

		x, v = drawn(system.Joint{Type: system.Floating})
		require.Greater(t, math.Abs(vector.Norm(x)-1), 0.01)
		require.Greater(t, math.Abs(vector.Dot(v, x)), 1e-3)
	}
}

// TestBodiesBelow: a joint turns the bodies that hang on its own, with their anchors, and no others.
func TestBodiesBelow(t *testing.T) {
	axis := [3]float64{0, 0, 1}
	joints := []system.Joint{
		{Parent: -1, Members: []int{0}, Type: system.OnAxis, Axis: axis},
		{Parent: 0, Members: []int{1}, Type: system.OnAxis, Slides: true, Axis: [3]float64{1, 0, 0}, Anchor: [3]float64{1, 0, 0}},
		{Parent: -1, Members: []int{2}, Type: system.OnAxis, Axis: axis, Anchor: [3]float64{0, 5, 0}},
	}
	points := [][3]float64{{1, 0, 0}, {2, 0, 0}, {0, 6, 0}, {}, {1, 0, 0}, {0, 5, 0}}
	velocities := drawing{source: rand.New(rand.NewPCG(3, 4))}.turn(points, joints)
	require.Len(t, velocities, 3)
	require.InDelta(t, 1, vector.Norm(points[4]), 1e-12, "the anchor of the slider turns")
	require.NotEqual(t, 1.0, points[4][0])
	require.InDelta(t, 0, vector.Norm(vector.Cross(points[1], points[4])), 1e-12, "it slides along the axis that has turned")
	require.Equal(t, [3]float64{0, 5, 0}, points[5])
	require.InDelta(t, 1, vector.Norm(vector.Plus(points[2], -1, points[5])), 1e-12)
	require.True(t, isBelow(joints, 1, 0))
	require.True(t, isBelow(joints, 1, 1))
	require.False(t, isBelow(joints, 0, 1))
	require.False(t, isBelow(joints, 2, 0))
}

// TestShapesOfDrawnBodies: the particles of a body are in both directions along three axes about its joint. Those of a model that knows its
// own shape are as far from their joint, and joints as far from the previous body, as in that shape.
func TestShapesOfDrawnBodies(t *testing.T) {
	members := [][]int{{0, 1, 2, 3, 4, 5}, {6, 7, 8, 9, 10, 11}}
	const bar = 2.0
	ranges := &system.Ranges{Bar: &system.Range{Least: bar, Most: bar}}
	shape := make([]float32, 2*12)
	for particle := range 12 {
		shape[2*particle] = 1 + float32(particle)/4
	}
	shape[2*6+1] = 3
	for _, known := range []bool{false, true} {
		d := drawing{ranges: ranges, source: rand.New(rand.NewPCG(1, 2))}
		d.config = config.Config{NoCharge: true, Joints: 2, Fields: []string{system.Rest.Name, system.JointAnchor.Name, system.TurnAxis.Name}}
		if known {
			d.config.LearnedOn = &config.LearnedOn{Rest: shape}
		}
		s := d.mechanism([]int{-1, 0}, members)
		rest, anchors := system.Rest.Of(&s), system.JointAnchor.Of(&s)
		for _, body := range members {
			arms := make([][3]float64, 6)
			for i, particle := range body {
				arms[i] = vector.Plus(vector.At(rest, particle), -1, vector.At(anchors, particle))
				length := bar / 2
				if known {
					length = bar * float64(shape[2*particle])
				}
				require.InDelta(t, length, vector.Norm(arms[i]), 1e-5)
			}
			for i := range 3 {
				require.InDelta(t, -1, vector.Dot(arms[i], arms[i+3])/vector.Norm(arms[i])/vector.Norm(arms[i+3]), 1e-5)
				require.InDelta(t, 0, vector.Dot(arms[i], arms[(i+1)%3]), 1e-5)
			}
		}
		from, distance := vector.At(anchors, 0), bar
		if known {
			from, distance = vector.At(rest, 0), 3*bar
		}
		require.InDelta(t, distance, vector.Norm(vector.Plus(vector.At(anchors, 6), -1, from)), 1e-5)
	}
}

// TestRatesOfDrawnJoints: a joint turns at a speed of the data over their extent at most, or by a speed of 1 over twice the number of
// joints if one of these is not known.
func TestRatesOfDrawnJoints(t *testing.T) {
	six, four := &system.Range{Least: 6, Most: 6}, &system.Range{Least: 4, Most: 4}
	joint := []system.Joint{{Parent: -1, Members: []int{0}, Type: system.OnAxis, Axis: [3]float64{0, 0, 1}}}
	for _, c := range []struct {
		ranges *system.Ranges
		most   float64
	}{{nil, 0.5}, {&system.Ranges{}, 0.5}, {&system.Ranges{Speed: six}, 0.5}, {&system.Ranges{Extent: four}, 0.5}, {&system.Ranges{Speed: six, Extent: &system.Range{}}, 0.5}, {&system.Ranges{Speed: six, Extent: four}, 1.5}} {
		d := drawing{ranges: c.ranges, source: rand.New(rand.NewPCG(1, 2))}
		least, most := 0., 0.
		for range 50 {
			v := d.rates([][3]float64{{1, 0, 0}, {}}, [][3]float64{{0, 0, 1}}, joint)[0]
			least, most = min(least, v[1]), max(most, v[1])
		}
		require.InDelta(t, -c.most, least, 1e-12)
		require.InDelta(t, c.most, most, 1e-12)
	}
}

// TestDrawnChainsAndTrees: bodies hang in a chain and in trees, as many as the model has joints for, and no deeper than it takes.
func TestDrawnChainsAndTrees(t *testing.T) {
	parents := func(c config.Config) (all [][]int) {
		c.NoCharge, c.Fields = true, []string{system.Rest.Name, system.JointAnchor.Name, system.TurnAxis.Name}
		for _, group := range jointed(c, nil) {
			own, members := hanging(group.Samples[0].Objects)
			for _, body := range members {
				require.Len(t, body, bodyPoints)
			}
			all = append(all, own)
		}
		return all
	}
	require.Equal(t, [][]int{{-1, 0, 1, 2, 3, 4}, {-1, 0, 0, 1, -1, 4}}, parents(config.Config{Depth: 9, Joints: 6}))
	require.Equal(t, [][]int{{-1, 0, -1}, {-1, 0, 0}}, parents(config.Config{Depth: 2, Joints: 3}))
	require.Equal(t, [][]int{{-1}}, parents(config.Config{Depth: 9, Joints: 1}))
	own := config.Config{Depth: 2, Joints: 3, Learn: []config.Constant{{Name: config.LearnedMass, By: config.ByJoint, Start: make([]float64, 3), Joints: []int{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}, Unit: 1}}}
	require.Equal(t, [][]int{{-1, 0, -1}}, parents(own))
	own.LearnedOn = &config.LearnedOn{Rest: make([]float32, 2*12)}
	require.Equal(t, [][]int{{-1, 0, 0}}, parents(own), "each distance from a parent is known but the first")
}

// TestRatesOfBodies: a joint moves no body that does not hang on its own, and a body that floats goes at a speed of the data.
func TestRatesOfBodies(t *testing.T) {
	up := [3]float64{0, 0, 1}
	joints := []system.Joint{{Parent: -1, Members: []int{0}, Type: system.OnAxis, Axis: up}, {Parent: -1, Members: []int{1}, Type: system.OnAxis, Axis: up}}
	d := drawing{ranges: &system.Ranges{Speed: &system.Range{Least: 6, Most: 6}, Extent: &system.Range{Most: 4}}, source: rand.New(rand.NewPCG(1, 2))}
	v := d.rates([][3]float64{{1, 0, 0}, {0, 5, 1}, {}, {0, 5, 0}}, [][3]float64{up, up}, joints)
	require.NotZero(t, v[0][1])
	require.Equal(t, [3]float64{}, v[1], "it is on its own axis")
	fastest := 0.
	for range 50 {
		v := d.rates([][3]float64{{}, {}}, [][3]float64{{}}, []system.Joint{{Parent: -1, Members: []int{0}, Type: system.Floating}})
		fastest = max(fastest, vector.Norm(v[0]))
	}
	require.InDelta(t, 6, fastest, 1e-9)
}

// TestChainsOfAnyType: where joints may be of any type, a chain has room for one body that floats.
func TestChainsOfAnyType(t *testing.T) {
	for joints, bodies := range map[int]int{9: 4, 7: 2, 6: 1, 3: 1} {
		c := config.Config{NoCharge: true, Depth: 9, Joints: joints, Fields: []string{system.Rest.Name, system.JointAnchor.Name, system.TurnAxis.Name, system.JointType.Name}}
		group := jointed(c, nil)[0]
		require.Equal(t, "(a chain of joints)", group.Name)
		require.Equal(t, bodies, group.Samples[0].Objects.Count(system.Body), joints)
	}
}

// TestMembersOfJoints: the bodies are those of the constants by joint, whichever other constants there are.
func TestMembersOfJoints(t *testing.T) {
	byJoint := config.Constant{By: config.ByJoint, Joints: []int{1, 0, 1}}
	want := [][]int{{1}, {0, 2}}
	require.Equal(t, want, membersOfJoints(config.Config{Learn: []config.Constant{byJoint}}))
	require.Equal(t, want, membersOfJoints(config.Config{Learn: []config.Constant{{By: config.BySystem}, byJoint, {By: config.ByJoint, Joints: []int{0}}}}))
	require.Nil(t, membersOfJoints(config.Config{Learn: []config.Constant{{By: config.BySystem}}}))
}
