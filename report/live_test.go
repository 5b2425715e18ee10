package report

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/predict"
	"gmnc/report/pictures"
	"gmnc/run"
	"gmnc/system"
)

// pushed is a sample with a torque of each of some frames.
func pushed(frames int) system.Sample {
	s := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3)}
	s.Trajectory = &system.Trajectory{Particles: 1, Positions: make([]float64, 3*frames)}
	values := make([]float32, frames)
	for i := range values {
		values[i] = float32(i)
	}
	system.Torque.Set(&s, values[:1])
	s.Trajectory.Given = system.Given{{Field: system.Torque, Values: values}}
	return s
}

// TestGivenSteps: a page goes on for as many steps as what acts is known of, and of what stays
// the same for all.
func TestGivenSteps(t *testing.T) {
	torque := []string{"torque"}
	require.Equal(t, liveSteps, givenSteps([]system.Sample{pushed(4)}, nil))
	require.Equal(t, 3, givenSteps([]system.Sample{pushed(4), pushed(9)}, torque))
	require.Equal(t, liveSteps, givenSteps([]system.Sample{pushed(liveSteps + 1)}, torque))
	require.Equal(t, liveSteps-1, givenSteps([]system.Sample{pushed(liveSteps)}, torque))
	require.Equal(t, 1, givenSteps([]system.Sample{pushed(1)}, torque))
	require.Equal(t, 1, givenSteps([]system.Sample{pushed(9), {}}, torque))

	rolling := predict.RollingInputs([]system.Sample{pushed(4), pushed(9)}, torque, torque, 3)
	require.Equal(t, []int{3, 2, 1, 1}, rolling["torque"].Shape)
	require.Equal(t, []float32{0, 0, 1, 1, 2, 2}, rolling["torque"].Float)
}

// TestFramesOfInputs: inputs of each frame are given if the page takes steps, even if it is one.
func TestFramesOfInputs(t *testing.T) {
	of := func(trueVelocity bool, frames int) *live {
		s := subjectOf(trueVelocity, pushed(frames))
		s.Model = artifact.FromRun(&run.Run{Config: run.Config{Model: config.Config{Model: "gmn-ode", TrueVelocity: trueVelocity, Fields: []string{"torque"}, PerFrame: []string{"torque"}}}})
		l, err := newLive(s)
		require.NoError(t, err)
		return l
	}
	require.Len(t, of(true, 2).Batches[0].Frames["torque"], 1)
	require.Empty(t, of(false, 2).Batches[0].Frames)
}

// TestLoadsOfALivePage: the page shows what acts on a system in its first frame.
func TestLoadsOfALivePage(t *testing.T) {
	s := moving(3)
	system.Gravity.Set(&s, []float32{0, 0, -9})
	s.Trajectory.Given = system.Given{{Field: system.Gravity, Values: []float32{0, 0, -9, 0, 0, -8, 0, 0, -7}}}
	require.Len(t, newLiveScene(subjectOf(true, s), &live{}, "").Samples[0].Loads, 1)
}

// TestLiveBounds: a page holds a number of coordinates, later frames and inputs, and not one more.
func TestLiveBounds(t *testing.T) {
	count := func(s *pictures.Subject, steps int) (numbers int) {
		for i := range s.Samples {
			numbers += len(s.Samples[i].Position) * (3 + len(laterTruth(&s.Samples[i], steps)))
		}
		for _, tensor := range liveInputs(s.Samples, nil) {
			numbers += len(tensor.Float) + len(tensor.Index)
		}
		return numbers
	}
	for _, frames := range []int{0, 3} {
		of := func(particles int) *pictures.Subject {
			s := system.Sample{Position: make([]float32, 3*particles), Velocity: make([]float32, 3*particles), Neighbors: make([]int64, particles)}
			if frames > 0 {
				s.Trajectory = &system.Trajectory{Particles: particles, Positions: make([]float64, 3*particles*frames), Velocities: make([]float64, 3*particles*frames)}
			}
			subject := subjectOf(frames > 0)
			subject.Samples = []system.Sample{s}
			return subject
		}
		each := count(of(2), liveSteps) - count(of(1), liveSteps)
		most := (mostNumbers - count(of(1), liveSteps)) / each
		for count(of(most), liveSteps) <= mostNumbers {
			most++
		}
		_, err := newLive(of(most - 1))
		require.NoError(t, err)
		_, err = newLive(of(most))
		require.ErrorContains(t, err, "more than a page that runs the model holds")
	}
}

// TestForestsOfALivePage: a page has the inputs of trees and bodies, too.
func TestForestsOfALivePage(t *testing.T) {
	s := system.Sample{Position: make([]float32, 9), Velocity: make([]float32, 9), Objects: system.Objects{system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 1})}}
	inputs := liveInputs([]system.Sample{s}, []string{system.Mass.Name})
	require.Equal(t, []int64{-1, 0, 1}, inputs["parents"].Index)
	require.Contains(t, inputs, "bodies")
	require.Contains(t, inputs, "mass")
	require.Contains(t, inputs, "position")
}
