package preset

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
)

// dataOf returns a data set of equal training samples of one particle with fields, each a
// trajectory of so many frames.
func dataOf(samples, frames int, fields ...*system.Field) *datasets.Data {
	sample := system.Sample{Position: make([]float32, 3), TargetVelocity: make([]float32, 3)}
	for _, f := range fields {
		f.Set(&sample, []float32{1, 0, 0, 0})
	}
	if frames > 0 {
		sample.Trajectory = &system.Trajectory{Particles: 1, Positions: make([]float64, 3*frames)}
	}
	data := new(datasets.Data)
	for range samples {
		data.Train = append(data.Train, sample)
	}
	return data
}

// allOfIt is the share of errors that known mechanics leave where forces act that they lack.
func allOfIt() float64 { return 1 }

// chosen is what tests compare of a choice.
type chosen struct {
	name                   string
	unroll, epochs, layers int
	learn                  string
}

func of(c Choice) chosen {
	learn := ""
	for _, constant := range c.Model.Learn {
		learn += constant.Name + " "
	}
	return chosen{c.Name, c.Options.Unroll, c.Options.Epochs, c.Model.Layers, learn}
}

// TestChoose: joints count before planes, planes before trajectories, and of a joint's constants
// those that the data lack are learned.
func TestChoose(t *testing.T) {
	for i, c := range []struct {
		data *datasets.Data
		want chosen
	}{
		{dataOf(1, 0), chosen{"fast", 0, 90, 8, ""}},
		{dataOf(1, 2), chosen{"fast", 0, 90, 8, ""}},
		{dataOf(1, 3), chosen{"fast", 1, 90, 8, ""}},
		{dataOf(250, 3), chosen{"fast", 1, 90, 8, ""}},
		{dataOf(500, 3), chosen{"fast", 1, 45, 8, ""}},
		{dataOf(2500, 3), chosen{"fast", 1, 10, 8, ""}},
		{dataOf(1, 2, system.Planes), chosen{"fast", 0, 90, 8, ""}},
		{dataOf(1, 3, system.Planes), chosen{"contact", 2, 6, 6, ""}},
		{dataOf(1, 65, system.Planes), chosen{"contact", 64, 6, 6, ""}},
		{dataOf(1, 66, system.Planes), chosen{"contact", 64, 6, 6, ""}},
		{dataOf(1, 3, system.Planes, system.JointAnchor), chosen{"constants", 2, 1, 4, "mass damping "}},
		{dataOf(1, 5, system.JointAnchor), chosen{"constants", 4, 1, 4, "mass damping "}},
		{dataOf(1, 6, system.JointAnchor), chosen{"constants", 4, 1, 4, "mass damping "}},
		{dataOf(1, 2, system.JointAnchor), chosen{"constants", 0, 1, 4, "mass damping "}},
		{dataOf(1, 2, system.JointAnchor, system.Mass), chosen{"constants", 0, 1, 4, "damping "}},
		{dataOf(1, 2, system.JointAnchor, system.TurnDamping), chosen{"constants", 0, 1, 4, "mass "}},
		{dataOf(1, 2, system.JointAnchor, system.SlideDamping), chosen{"constants", 0, 1, 4, "mass "}},
		{dataOf(1, 3, system.JointAnchor, system.Mass, system.TurnDamping), chosen{"constants", 0, 1, 4, ""}},
	} {
		require.Equal(t, c.want, of(choose(c.data, allOfIt)), i)
	}
	bones := dataOf(1, 0)
	bones.Train[0].Bonds = [][2]int{}
	require.Equal(t, chosen{"", 0, 90, 4, ""}, of(choose(bones, allOfIt)))
	require.Equal(t, "gmn", choose(bones, allOfIt).Model.Model)
	require.Equal(t, "constants", choose(bones, func() float64 { return exactShare }).Name, "known mechanics come first")
	system.Mass.Set(&bones.Train[0], []float32{1})
	require.Equal(t, "fast", choose(bones, allOfIt).Name, "molecules have masses")
	springs := dataOf(1, 0)
	springs.EdgeFeatures = []string{system.RestLengthFeature}
	require.Equal(t, "fast", choose(springs, allOfIt).Name)
	springs.EdgeFeatures = append(springs.EdgeFeatures, system.StiffnessFeature)
	require.Equal(t, chosen{"constants", 0, 1, 16, ""}, of(choose(springs, allOfIt)))
	system.Charge.Set(&springs.Train[0], []float32{1})
	require.Equal(t, "fast", choose(springs, allOfIt).Name, "charges act as well")
	still := dataOf(1, 3)
	still.Train[0].TargetVelocity = nil
	require.Equal(t, chosen{"fast", 0, 90, 8, ""}, of(choose(still, allOfIt)), "no trajectory is unrolled without velocities")
}

// TestKnownMechanics: data that known mechanics predict to a hundredth of the best baseline's
// error need no network, unless joints or planes ask for constants.
func TestKnownMechanics(t *testing.T) {
	for _, c := range []struct {
		data  *datasets.Data
		share float64
		want  string
	}{
		{dataOf(1, 3), 0.01, "constants"}, {dataOf(1, 3), 0.0101, "fast"}, {dataOf(1, 3), math.NaN(), "fast"}, {dataOf(1, 0), 0.01, "constants"},
		{dataOf(1, 3, system.Planes), 0.001, "contact"},
	} {
		require.Equal(t, c.want, choose(c.data, func() float64 { return c.share }).Name, "%g", c.share)
	}
	learned := choose(dataOf(1, 2, system.JointAnchor), func() float64 { t.Fatal("joints are not judged"); return 0 })
	require.NotEmpty(t, learned.Model.Learn)
}

// TestChooseWithoutAnEngine: data with charges are judged by no predictions, and an engine that
// takes no known mechanics leaves the choice to the data.
func TestChooseWithoutAnEngine(t *testing.T) {
	asked := false
	open := func(*run.Run, *datasets.Data) (predict.Predictor, error) {
		asked = true
		return nil, errors.New("no engine")
	}
	charged := dataOf(1, 0)
	system.Charge.Set(&charged.Train[0], []float32{1})
	c, err := Choose(context.Background(), charged, open)
	require.NoError(t, err)
	require.Equal(t, "fast", c.Name)
	require.False(t, asked)
	free := dataOf(2, 0)
	for i := range free.Train {
		free.Train[i].Velocity, free.Train[i].TargetPosition = make([]float32, 3), make([]float32, 3)
	}
	c, err = Choose(context.Background(), free, open)
	require.NoError(t, err)
	require.Equal(t, "fast", c.Name)
	require.True(t, asked)
}

// TestFor: a preset gets the weight of velocities that suits the data unless it has its own, and
// loses the reversal of motions without target velocities.
func TestFor(t *testing.T) {
	moving, still := dataOf(1, 0), dataOf(1, 0)
	moving.Train[0].TargetPosition, moving.Train[0].Velocity = make([]float32, 3), make([]float32, 3)
	still.Train[0].TargetVelocity = nil
	for _, c := range []struct {
		name    string
		data    *datasets.Data
		want    float64
		reverse bool
	}{{"fast", moving, run.DefaultVelocity, true}, {"fast", still, 0, false}, {"contact", moving, 0.02, false}, {"paper", moving, 0, false}} {
		p, err := Named(c.name)
		require.NoError(t, err)
		p = p.For(c.data)
		require.Equal(t, c.want, p.Options.Velocity, c.name)
		require.Equal(t, c.reverse, p.Options.Reverse, c.name)
	}
	_, err := Named("worst")
	require.EqualError(t, err, `there is no preset "worst"; known: best, constants, contact, fast, paper`)
}

func ExampleNamed() {
	p, err := Named("best")
	if err != nil {
		panic(err)
	}
	p.Options.Epochs = 30 // all fields may be changed
	fmt.Println(p.Model.Model, p.Model.Layers, "steps,", p.Options.Epochs, "epochs")
	// Then p = p.For(data), and a train.Job with Config: run.Config{Model: p.Model, Training: &p.Options}.
	// Output: gmn-ode 24 steps, 30 epochs
}
