package run

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/internal/uncertainty"
	"gmnc/runtime"
)

// TestHardlyTold: a standard error of much of the value says that the training hardly tells it.
func TestHardlyTold(t *testing.T) {
	mass := FoundConstant{Name: config.LearnedMass, Of: "0", Value: 1.25, Error: uncertainty.Error{StandardError: 0.01}}
	require.Equal(t, "mass of 0: 1.25 +- 0.01", mass.String())
	mass.StandardError = 0.5
	require.Equal(t, "mass of 0: 1.25 +- 0.5, which the training hardly tells", mass.String())
	mass = FoundConstant{Name: config.LearnedMass, Value: 1, Undetermined: true}
	require.Equal(t, "mass: 1, no standard error: the data do not determine it", mass.String())
	gravity := FoundConstant{Name: config.LearnedGravity, Of: "x", Value: 0.01, Error: uncertainty.Error{StandardError: 0.1}}
	require.Equal(t, "gravity of x: 0.01 +- 0.1", gravity.String(), "which may be 0")
}

// TestBound: a value has the bound that its fit found, in place of a standard error, and so has a formula.
func TestBound(t *testing.T) {
	damping := config.Constant{Name: config.LearnedDamping, By: config.BySystem, Start: []float64{2}}
	r := Run{Metrics: map[string]string{}, Weights: map[string]runtime.Tensor{damping.Param(): runtime.Floats([]float32{0}, 1, 1)}}
	r.Config.Model.Learn = []config.Constant{damping}
	r.SetStandardErrors(damping.Param(), []float64{0})
	require.NoError(t, r.SetFindings(damping.Param(), []Finding{{Most: 0.01}}))
	require.Equal(t, "damping: 2, off by at most 0.02", r.Constants()[0].String())
	require.Equal(t, "damping: -2 v, off by at most 0.02", r.ForceFormulas()[0].String())
	text, err := json.Marshal(r.Constants()[0])
	require.NoError(t, err)
	require.JSONEq(t, `{"name": "damping", "value": 2, "off_by_at_most": 0.02}`, string(text))
}

// TestUntold: a fit that ended and found no error of some values says so; one of an earlier
// build says nothing.
func TestUntold(t *testing.T) {
	damping := config.Constant{Name: config.LearnedDamping, By: config.BySystem, Start: []float64{2}}
	gravity := config.Constant{Name: config.LearnedGravity, Start: []float64{0, 0, -1}, Unit: 2}
	r := Run{Metrics: map[string]string{}, Weights: map[string]runtime.Tensor{damping.Param(): runtime.Floats([]float32{0}, 1, 1), gravity.Param(): runtime.Floats(make([]float32, 3), 3, 1)}}
	r.Config.Model.Learn = []config.Constant{damping}
	require.Equal(t, "damping: 2", r.Constants()[0].String())
	r.SetStandardErrors(damping.Param(), []float64{math.NaN()})
	require.Equal(t, "damping: 2, no standard error: the data do not determine it", r.Constants()[0].String())

	r.Config.Model.Learn = append(r.Config.Model.Learn, gravity)
	r.SetStandardErrors(gravity.Param(), []float64{0.01, math.NaN(), 0.02})
	require.Equal(t, "gravity of x: 0 +- 0.02", r.Constants()[1].String())
	require.True(t, r.Constants()[2].Undetermined)
	r.Metrics[errorKey(gravity.Param())] = "none" // once for all, by earlier builds
	require.True(t, r.Constants()[3].Undetermined)

	r.Config.Model.Learn = r.Config.Model.Learn[:1]
	r.SetStandardErrors(damping.Param(), []float64{0.005})
	require.Equal(t, "damping: 2 +- 0.01", r.Constants()[0].String())
}

// TestTold: a run says which constants are held and which are 0, and of an unfinished fit that it is
// one; what no motion tells is not unfinished.
func TestTold(t *testing.T) {
	friction := config.Constant{Name: config.LearnedFriction, By: config.ByJoint, Labels: []string{"0", "1", "2"}, Start: []float64{2, 2, 5}, Fixed: []string{"", "", "its joint has no axis"}}
	r := Run{Metrics: map[string]string{}, Weights: map[string]runtime.Tensor{friction.Param(): runtime.Floats([]float32{config.Vanished, 0, 0}, 1, 3)}}
	r.Config.Model.Learn = []config.Constant{friction}
	r.SetStandardErrors(friction.Param(), []float64{math.NaN(), 0, 0})
	require.False(t, r.Fitted())
	for _, wrong := range []Finding{{Below: math.NaN()}, {Most: math.Inf(1)}} {
		require.ErrorContains(t, r.SetFindings(friction.Param(), []Finding{wrong}), "what the fit found of "+friction.Param()+" cannot be stored")
	}
	require.False(t, r.Fitted(), "nothing was stored")
	require.NoError(t, r.SetFindings(friction.Param(), []Finding{{Vanished: true, Below: 0.01}, {Fixed: "nothing in the data depends on it"}, {}}))
	require.True(t, r.Fitted())
	texts := func() (texts []string) {
		for _, c := range r.Constants() {
			texts = append(texts, c.String())
		}
		return texts
	}
	require.Equal(t, []string{"friction of body 0's joint: 0, indistinguishable from 0: below 0.02", "friction of body 1's joint: 2, held: nothing in the data depends on it",
		"friction of body 2's joint: 5, held: its joint has no axis"}, texts())
	r.SetUnfinished(true)
	require.True(t, r.Unfinished())
	require.Contains(t, r.Title(), "constants not finished")
	require.Equal(t, "friction of body 0's joint: 0, not finished: its fit did not come to an end", texts()[0])
	require.Equal(t, "friction of body 2's joint: 5, held: its joint has no axis", texts()[2])
	r.SetUnfinished(false)
	require.False(t, r.Unfinished())
	require.NoError(t, r.SetFindings(friction.Param(), []Finding{{Fixed: "of another number of values"}}))
	require.Equal(t, "friction of body 1's joint: 2", texts()[1])
	r.Weights[friction.Param()].Float[0] = config.Vanished + 1
	require.InDelta(t, 2*math.Exp(config.Vanished+1), r.Constants()[0].Value, 1e-18, "small is not 0")
	r.SetStandardErrors(friction.Param(), []float64{0.1, 0.01, 0.1})
	require.Equal(t, "friction of body 1's joint: 2 +- 0.02", texts()[1])
	r.SetUnfinished(true)
	require.Equal(t, "friction of body 1's joint: 2, not finished: its fit did not come to an end", texts()[1], "which has no error")
}

// TestJointsHaveNames where particles have names, and numbers for what is damaged.
func TestJointsHaveNames(t *testing.T) {
	friction := config.Constant{Name: config.LearnedFriction, By: config.ByJoint, Labels: []string{"0", "1"}, Joints: []int{0, 0, 1, 1}, Start: []float64{2, 2}}
	mass := friction
	mass.Name = config.LearnedMass
	r := Run{Weights: map[string]runtime.Tensor{friction.Param(): runtime.Floats([]float32{0, 0}, 1, 2), mass.Param(): runtime.Floats([]float32{0, 0}, 1, 2)}}
	r.Config.Model.Learn = []config.Constant{friction, mass}
	text := func(i int) string { return r.Constants()[i].String() }
	require.Equal(t, "friction of body 1's joint: 2", text(1))
	on := &config.LearnedOn{}
	r.Config.Model.LearnedOn = on
	require.Equal(t, "mass of body 0: 2", text(2))
	on.Names = []string{"hip 1", "hip 2", "knee 1", "knee 2"}
	require.Equal(t, "friction of the joint knee: 2", text(1))
	require.Equal(t, "mass of hip's link: 2", text(2))
	require.Equal(t, "1", r.Constants()[1].Of)
	for _, joints := range [][]int{{0, 0, 1, 2}, {0, 0, -1, 1}, {0, 0, 0, 0}, {0, 0, 1, 1, 1}} {
		r.Config.Model.Learn[0].Joints = joints
		require.Equal(t, "friction of body 1's joint: 2", text(1), joints)
	}
}

// TestLawOfSeveralRuns: runs side by side have a law each, and none together.
func TestLawOfSeveralRuns(t *testing.T) {
	c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 2, Hidden: 4, Messages: config.NoMessages,
		Law: []config.PairFormula{{Form: "power", Constants: map[string]float64{"A": 1, "n": 2}}}}
	for runs, want := range map[int][]config.PairFormula{0: c.Law, 2: nil} {
		c.Runs = runs
		model, err := builder.New(c, false)
		require.NoError(t, err)
		r, err := New(Config{Version: Version(), Model: c}, WithShapes(model, model.Draw(1)))
		require.NoError(t, err)
		formulas, errors := r.Law()
		require.Equal(t, want, formulas)
		require.Len(t, errors, len(want))
	}
}

// TestUnitsOfConstants: constants have SI units where the data's units are and masses, forces or
// torques are known; joints that slide have others than joints that turn.
func TestUnitsOfConstants(t *testing.T) {
	const turn, slide, torque = "turn_axis", "slide_axis", "torque"
	for _, c := range []struct {
		name, by, length, velocity string
		fields                     []string
		want                       string
	}{
		{config.LearnedMass, config.ByJoint, "m", "m/s", []string{turn, torque}, "mass of body 0: 2 kg"},
		{config.LearnedMass, config.ByJoint, "m", "m/s", []string{turn}, "mass of body 0: 2"},
		{config.LearnedMass, config.ByJoint, "cm", "cm/s", []string{torque}, "mass of body 0: 2"},
		{config.LearnedMass, config.ByJoint, "m", "m/ms", []string{torque}, "mass of body 0: 2"},
		{config.LearnedMass, config.ByType, "m", "m/s", []string{"force"}, "mass of 0: 2 kg"},
		{config.LearnedDamping, config.ByJoint, "m", "m/s", []string{torque}, "damping of body 0's joint: 2 N m s/rad"},
		{config.LearnedDamping, config.ByJoint, "m", "m/s", []string{torque, slide}, "damping of body 0's joint: 2"},
		{config.LearnedDamping, config.ByType, "m", "m/s", []string{"mass"}, "damping of 0: 2 N s/m"},
		{config.LearnedFriction, config.ByJoint, "m", "m/s", []string{"thrust"}, "friction of body 0's joint: 2 N m"},
		{config.LearnedRotor, config.ByJoint, "m", "m/s", []string{torque}, "rotor_inertia of body 0's joint: 2 kg m^2"},
		{config.LearnedStop, config.ByJoint, "m", "m/s", []string{torque}, "stop_inertia of body 0's joint: 2 kg m^2"},
		{config.LearnedStiffness, config.ByType, "m", "m/s", []string{"mass"}, "stiffness of 0: 2 N/m"},
	} {
		learned := config.Constant{Name: c.name, By: c.by, Labels: []string{"0"}, Start: []float64{2}}
		r := Run{Weights: map[string]runtime.Tensor{learned.Param(): runtime.Floats([]float32{0}, 1, 1)}}
		r.Config.Model.Learn, r.Config.Model.Fields = []config.Constant{learned}, c.fields
		r.Config.Data = &DataInfo{LengthUnit: c.length, VelocityUnit: c.velocity}
		require.Equal(t, c.want, r.Constants()[0].String())
	}
}

// TestCaveatOfConstants: a caveat mentions standard errors where constants have some.
func TestCaveatOfConstants(t *testing.T) {
	learned := config.Constant{Name: config.LearnedDamping, By: config.BySystem, Start: []float64{2}}
	r := Run{Metrics: map[string]string{}, Weights: map[string]runtime.Tensor{learned.Param(): runtime.Floats([]float32{0}, 1, 1)}}
	r.Config.Data, r.Config.Model.Learn = new(DataInfo), []config.Constant{learned}
	r.SetFit(Fit{Text: "", Known: true, Misses: true})
	require.NotContains(t, r.Caveats()[0], "standard errors")
	r.SetStandardErrors(learned.Param(), []float64{0.005})
	require.Contains(t, r.Caveats()[0], "learned constants may be wrong by more than their standard errors, and")
	require.False(t, r.Fits())
	r.SetFit(Fit{Text: "text", Known: true, Misses: true})
	require.False(t, r.Fits())
	r.SetFit(Fit{Text: "text", Known: true})
	require.True(t, r.Fits())
	r.SetFit(Fit{Text: "text"})
	require.False(t, r.Fits())
	require.Equal(t, []string{"The training recordings do not tell whether the equations lack something (see the fit): standard errors hold only if they lack nothing."}, r.Caveats())
}

// TestWeakConstants: a value is known if its standard error is a twentieth of it at most, whatever its sign.
func TestWeakConstants(t *testing.T) {
	for _, value := range []float64{-8, 0.125, 8} {
		size := math.Abs(value)
		c := FoundConstant{Name: config.LearnedMass, Value: value, Error: uncertainty.Error{StandardError: 0.049 * size}}
		require.False(t, c.isWeak())
		c.StandardError = 0.051 * size
		require.True(t, c.isWeak())
	}
}

// TestNumbersOfErrors: standard errors are there for all values of a parameter, or for none. One that vanished has none.
func TestNumbersOfErrors(t *testing.T) {
	gravity := config.Constant{Name: config.LearnedGravity, Start: []float64{0, 0, -1}, Unit: 2}
	r := Run{Metrics: map[string]string{}, Weights: map[string]runtime.Tensor{gravity.Param(): runtime.Floats(make([]float32, 3), 3, 1)}}
	for text, want := range map[string][]float64{"0.01": nil, "0.01 0.02": nil, "0.01 0.02 0.03": {0.01, 0.02, 0.03}, "": nil} {
		r.Metrics[errorKey(gravity.Param())] = text
		require.Equal(t, want, r.standardErrors(gravity.Param(), 3))
	}
	friction := config.Constant{Name: config.LearnedFriction, By: config.ByJoint, Start: []float64{2}}
	r.Weights[friction.Param()] = runtime.Floats([]float32{config.Vanished}, 1, 1)
	r.Config.Model.Learn = []config.Constant{friction}
	r.SetStandardErrors(friction.Param(), []float64{math.NaN()})
	require.NoError(t, r.SetFindings(friction.Param(), []Finding{{Vanished: true, Below: 0.01}}))
	require.False(t, r.Constants()[0].Undetermined)
}

// TestErrorsOfLaws: the constants of a law have their errors in their own units, and none has one if that of another is not
// known.
func TestErrorsOfLaws(t *testing.T) {
	c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 2, Hidden: 4, Messages: config.NoMessages,
		Law: []config.PairFormula{{Form: "power", Constants: map[string]float64{"A": 4, "n": 2}}}}
	model, err := builder.New(c, false)
	require.NoError(t, err)
	r, err := New(Config{Version: Version(), Model: c}, WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	r.Metrics = map[string]string{}
	_, errors := r.Law()
	require.Empty(t, errors[0])
	r.SetStandardErrors(config.LawParam(0, "A"), []float64{0.25})
	r.SetStandardErrors(config.LawParam(0, "n"), []float64{0.5})
	_, errors = r.Law()
	require.Equal(t, map[string]uncertainty.Error{"A": {StandardError: 1}, "n": {StandardError: 1}}, errors[0])
	r.SetStandardErrors(config.LawParam(0, "n"), []float64{math.NaN()})
	_, errors = r.Law()
	require.Len(t, errors, 1)
	require.Empty(t, errors[0])
}
