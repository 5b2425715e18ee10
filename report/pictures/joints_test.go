package pictures

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/datasets/checks"
	"gmnc/internal/test/allclose"
	"gmnc/plot"
	"gmnc/run"
	"gmnc/system"
)

// turning is a body of four particles that turns about z.
func turning() system.Sample {
	s := system.Sample{Position: []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, Objects: system.Objects{
		{Kind: system.Tree, Members: []int{0}, Parents: []int{-1}}, {Kind: system.Body, Members: []int{0, 1, 2, 3}},
	}}
	system.Rest.Set(&s, s.Position)
	system.JointAnchor.Set(&s, make([]float32, 12))
	system.TurnAxis.Set(&s, []float32{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1})
	return s
}

// at is the body turned by an angle.
func at(angle float64) []float32 {
	sin, cos := float32(math.Sin(angle)), float32(math.Cos(angle))
	return []float32{0, 0, 0, cos, sin, 0, -sin, cos, 0, 0, 0, 1}
}

// TestPlacesOfJoints go on beyond half a turn, both ways.
func TestPlacesOfJoints(t *testing.T) {
	s := turning()
	body := checks.LinksOf(&s).Bodies[0]
	for _, angles := range [][]float64{{0, 1, 2, 3, 4, 5, 6, 7, 8}, {-3, -4, -5.5, -7, -6}} {
		var frames [][]float32
		for _, angle := range angles {
			frames = append(frames, at(angle))
		}
		allclose.Within(t, angles, positionsOf(jointPositions(&s, frames), body), 1e-5)
	}
	body.Slides = true
	allclose.Within(t, []float64{3, 4 - 2*math.Pi}, positionsOf(jointPositions(&s, [][]float32{at(3), at(4)}), body), 1e-5)
}

// TestJointsOfASample has two charts a joint: recorded and predicted, and what is between.
func TestJointsOfASample(t *testing.T) {
	s := Subject{Title: "run", File: "data.npz", Split: "test", Samples: []system.Sample{turning()},
		Data: &datasets.Data{About: datasets.About{Interval: "0.5 s", Names: "elbow 1|elbow 2|elbow 3|elbow 4"}}}
	links := checks.LinksOf(&s.Samples[0])
	title, charts := s.joints(0, links, [][]float32{at(0), at(1)}, [][]float32{at(0), at(1.25)}).Charts()
	require.Contains(t, title, "Joints of test sample 0, predicted from its first frame alone")
	require.Len(t, charts, 2)
	require.Equal(t, []string{"elbow", "time, s", "angle, rad"}, []string{charts[0].Title, charts[0].X, charts[0].Y})
	require.InDelta(t, 1, float64(charts[0].Series[0].Y[1]), 1e-6)
	require.InDelta(t, 1.25, float64(charts[0].Series[1].Y[1]), 1e-6)
	require.InDelta(t, 0.25, float64(charts[1].Series[0].Y[1]), 1e-6)
	require.InDelta(t, 0.5, float64(charts[1].Series[0].X[1]), 1e-12)

	s.Data.About = datasets.About{}
	links.Bodies = make([]checks.Link, mostJoints+2)
	for i := range links.Bodies {
		links.Bodies[i] = checks.Link{Members: []int{i % 4}, Axis: [3]float64{0, 1, 0}, Slides: true}
	}
	links.Bodies[0].Axis = [3]float64{}
	_, charts = s.joints(0, links, [][]float32{at(0)}, [][]float32{at(0)}).Charts()
	require.Len(t, charts, 2*mostJoints)
	require.Equal(t, []string{"joint of body 1", "intervals", "displacement"}, []string{charts[0].Title, charts[0].X, charts[0].Y})
	require.Nil(t, s.joints(0, &checks.Links{}, nil, nil))
}

// TestJointsOverTime: joints are drawn where their truth is known for two intervals. The model of the test
// takes other nodes than the data have, by which it is seen to be asked for.
func TestJointsOverTime(t *testing.T) {
	model := artifact.FromRun(&run.Run{Config: run.Config{Model: config.Config{Model: "gmn", TrueVelocity: true, NodeFeatures: []string{"z"}}}})
	for steps, asked := range map[int]bool{1: false, 2: true} {
		trajectory := &system.Trajectory{Particles: 4}
		for step := range steps + 1 {
			for _, x := range at(float64(step)) {
				trajectory.Positions = append(trajectory.Positions, float64(x))
			}
		}
		sample := turning()
		sample.Trajectory, sample.Velocity, sample.TargetPosition = trajectory, make([]float32, 12), at(1)
		s := Subject{Model: model, Data: &datasets.Data{Train: []system.Sample{sample}}, Samples: []system.Sample{sample}, Squared: []float64{1}}
		drawn, err := s.Joints(t.Context())
		require.Nil(t, drawn)
		require.Equal(t, asked, err != nil, "%d intervals: %v", steps, err)
	}
}

func TestMedianSample(t *testing.T) {
	for want, errors := range map[int][]float64{0: {1}, 1: {9, 2, 1}, 2: {4, 1, 3, 2, 5}, 3: {9, 1, 8, 2}} {
		s := Subject{Squared: errors}
		require.Equal(t, want, s.median(), "%v", errors)
	}
}

func TestClockOfFrames(t *testing.T) {
	for interval, want := range map[string]string{"0.5 s": "time, s", "0.5": "intervals", "": "intervals"} {
		times, axis := clock(interval, 3)
		require.Equal(t, want, axis)
		require.Equal(t, map[string]float64{"time, s": 1, "intervals": 2}[axis], times[2])
	}
}

// TestJointsPredicted: a joint that turns at its rate is predicted from the first frame, as far as the truth is known
// and the model can take its own predictions.
func TestJointsPredicted(t *testing.T) {
	c := config.Config{
		Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, Depth: 3, Joints: 2, Forces: config.NoForces, Messages: config.NoMessages,
		NoCharge: true, TrueVelocity: true, Time: 0.1, Fields: []string{"mass", "rest", "joint_anchor", "turn_axis", "slide_axis"},
	}
	trained, err := run.New(run.Config{Version: "test", Model: c}, nil)
	require.NoError(t, err)
	// The second body, 2 away, is at rest on the first, which turns by 1 in the unit of time.
	turned := func(angle float64) (x []float32) {
		for body := range 2 {
			sin, cos := math.Sincos(angle)
			for _, p := range [][3]float64{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}} {
				p[0] += 2 * float64(body)
				x = append(x, float32(cos*p[0]-sin*p[1]), float32(sin*p[0]+cos*p[1]), float32(p[2]))
			}
		}
		return x
	}
	var sample system.Sample
	require.NoError(t, sample.Join(turned(0), []system.Joint{
		{Parent: -1, Members: []int{0, 1, 2, 3}, Axis: [3]float64{0, 0, 1}},
		{Parent: 0, Members: []int{4, 5, 6, 7}, Anchor: [3]float64{2, 0, 0}, Axis: [3]float64{0, 0, 1}},
	}))
	system.Mass.Set(&sample, slices.Repeat([]float32{1}, 8))
	sample.Position, sample.TargetPosition = turned(0), turned(0.1)
	for i := 0; i < 24; i += 3 {
		sample.Velocity = append(sample.Velocity, -sample.Position[i+1], sample.Position[i], 0)
	}
	sample.TargetVelocity = sample.Velocity
	trajectory := &system.Trajectory{Particles: 8}
	for step := range 4 {
		for _, x := range turned(0.1 * float64(step)) {
			trajectory.Positions = append(trajectory.Positions, float64(x))
		}
	}
	sample.Trajectory = trajectory
	s := Subject{Model: artifact.FromRun(trained), Data: &datasets.Data{Train: []system.Sample{sample}}, Samples: []system.Sample{sample}, Squared: []float64{1}}
	drawn, err := s.Joints(t.Context())
	require.NoError(t, err)
	_, charts := drawn.Charts()
	require.Equal(t, map[string]plot.Role{"recorded": plot.Truth, "predicted": plot.Prediction}, rolesOf(charts[0]))
	for _, line := range charts[0].Series {
		require.Len(t, line.Y, 4)
		for step, angle := range line.Y {
			require.InDelta(t, 0.1*float64(step), float64(angle), 0.02, line.Name) // the second body swings a little
		}
	}
	s.Model = nil
	drawn, err = s.Joints(t.Context())
	require.NoError(t, err)
	require.Nil(t, drawn)
	s.Model = artifact.FromRun(trained)
	s.Samples[0].Velocity = slices.Repeat([]float32{3e38}, 24)
	drawn, err = s.Joints(t.Context())
	require.NoError(t, err)
	_, charts = drawn.Charts()
	require.Len(t, charts[0].Series[0].Y, 1, "what is lost is not drawn")
}

// TestNamesOfJoints: a joint has the name of the first particle of its body, and only models whose velocities are true have predictions of joints.
func TestNamesOfJoints(t *testing.T) {
	s := Subject{Title: "run", File: "data.npz", Split: "test", Samples: []system.Sample{turning()}, Data: &datasets.Data{About: datasets.About{Names: "a|b|c|d"}}}
	_, charts := s.joints(0, checks.LinksOf(&s.Samples[0]), [][]float32{at(0), at(1)}, [][]float32{at(0), at(1)}).Charts()
	require.Equal(t, "a", charts[0].Title)
	require.Equal(t, "a: predicted less recorded", charts[1].Title)
	for _, none := range []*Subject{{}, {Data: &datasets.Data{}}, {Data: &datasets.Data{}, Model: artifact.FromRun(&run.Run{Config: run.Config{Model: config.Config{Model: "gmn"}}})}} {
		drawn, err := none.Joints(t.Context())
		require.NoError(t, err)
		require.Nil(t, drawn)
	}
}
