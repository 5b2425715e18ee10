package train

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"path"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gmnc/builder"
	"gmnc/run"
)

const (
	// curvatureStep is how far parameters of constants are moved for the curvature of
	// the loss: a thousandth of a positive value.
	curvatureStep = 1e-3
	// lawCurvatureStep is the same of a law, whose loss is flat beyond a small length.
	lawCurvatureStep = 1e-4
	// curvatureSamples are how many training samples it is taken of at most.
	curvatureSamples = 400
	// curvatureGroups are about how many groups they are divided into: fewer than twice
	// as many.
	curvatureGroups = 80
)

// parameter is a value of a constant's parameter, or of a law's.
type parameter struct {
	name   string
	number int
}

// moving are the parameters of the model's constants that no motion holds, and of its law.
func (t *training) moving() (all []parameter) {
	for _, c := range t.model.Config.Learn {
		for i := range c.Start {
			if c.Held == nil || c.Held[i] == "" {
				all = append(all, parameter{c.Param(), i})
			}
		}
	}
	for i, law := range t.model.Config.Law {
		for _, name := range slices.Sorted(maps.Keys(law.Constants)) {
			all = append(all, parameter{builder.LawParam(i, name), 0})
		}
	}
	return all
}

// constantErrors stores the standard errors of all learned constants with the best
// weights. With H the curvature of the loss by all parameters, by central differences of
// its gradient g, and g_k the gradient on each of n groups of samples, each has two parts.
// One is the root of the diagonal of H^-1 C H^-1, C the covariance of the mean of the g_k
// (Huber 1967); the other is H^-1 g, which training would still have gone; their squares
// are added. So what a loss makes of far errors counts as it did in the training. Of a law
// H and g are medians over the groups, and C is by the spread about them. Constants alone
// go on to the minimum before, where training ended before it.
func (t *training) constantErrors(ctx context.Context, best *run.Run) error {
	moving := t.moving()
	if len(moving) == 0 || len(t.samples) == 0 {
		return nil
	}
	samples := t.samples[:min(len(t.samples), curvatureSamples)]
	if t.unroll > 1 {
		t.notice(fmt.Sprintf("standard errors of constants: gradients of %d stretches through %d steps, %d times", len(samples), t.unroll, 2*len(moving)))
	}
	m := &minimum{training: t, ctx: ctx, moving: moving, weights: best.Weights, step: curvatureStep,
		groups: slices.Collect(slices.Chunk(samples, max(1, len(samples)/curvatureGroups)))}
	if len(t.model.Config.Law) > 0 {
		m.step = lawCurvatureStep
	}
	curvature, each, err := m.about(valuesOf(moving, best.Weights))
	if err != nil {
		return err
	}
	errors, left := t.sandwich(curvature, each)
	went := false
	if t.constantsAlone() && (m.unfinished(best, errors, left) != nil || floats.HasNaN(errors)) {
		if went, err = m.goOn(best); err != nil {
			return err
		}
	}
	if went {
		if curvature, each, err = m.about(valuesOf(moving, best.Weights)); err != nil {
			return err
		}
		errors, left = t.sandwich(curvature, each)
	}
	t.setErrors(best, moving, errors)
	if names := m.unfinished(best, errors, left); names != nil {
		t.notice(fmt.Sprintf("training ended before the minimum of its loss along %s: their standard errors are the way that is left; give more epochs, or a higher learning rate", strings.Join(names, ", ")))
	}
	if err := best.WriteWeights(t.job.Store); err != nil || !went {
		return err
	}
	return t.save()
}

// noticeable is a standard error of parameters that makes a way that is left worth a word: a
// twentieth of a positive value.
const noticeable = 0.05

// unfinished are the names of parameters whose standard errors are for the most part the way
// that training would still have gone. What has vanished has none to go.
func (m *minimum) unfinished(at *run.Run, errors, left []float64) (names []string) {
	values, least := valuesOf(m.moving, at.Weights), m.least()
	for i, p := range m.moving {
		name := path.Base(p.name)
		if errors[i] > noticeable && left[i]*left[i] > 0.5*errors[i]*errors[i] && values[i] > least[i] && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// setErrors stores the standard errors of moving parameters, and 0 of those that are held.
func (t *training) setErrors(best *run.Run, moving []parameter, errors []float64) {
	byName := map[string][]float64{}
	for _, c := range t.model.Config.Learn {
		byName[c.Param()] = make([]float64, len(c.Start))
	}
	for i, p := range moving {
		if byName[p.name] == nil {
			byName[p.name] = make([]float64, 1)
		}
		byName[p.name][p.number] = errors[i]
	}
	for name, errors := range byName {
		best.SetStandardErrors(name, errors)
	}
}

// sandwich are the errors of parameters by the curvature H of their loss and its gradients
// [groups, parameters] on groups of samples. Where H has no inverse, the loss has no
// minimum along some parameters: theirs are NaN, and the others' are with these held. The part
// of an error that is the way left to the minimum comes by itself, too.
func (t *training) sandwich(curvature *mat.SymDense, each *mat.Dense) (errors, left []float64) {
	groups, parameters := each.Dims()
	left = make([]float64, parameters)
	var told []int
	for i := range parameters {
		errors, told = append(errors, math.NaN()), append(told, i)
	}
	for ; len(told) > 0; told = withoutWeakest(curvature, told) {
		var inverse mat.SymDense
		var factors mat.Cholesky
		if !factors.Factorize(part(curvature, told)) || factors.InverseTo(&inverse) != nil {
			continue
		}
		gradients := mat.NewDense(groups, len(told), nil)
		for k, i := range told {
			gradients.SetCol(k, mat.Col(nil, i, each))
		}
		var steps mat.Dense // of Newton's, to the minimum of each group
		steps.Mul(gradients, &inverse)
		for k, i := range told {
			left[i] = t.middle(&steps, k)
			errors[i] = math.Hypot(left[i], t.spread(&steps, k)/math.Sqrt(float64(groups)))
		}
		break
	}
	return errors, left
}

// part is a symmetric matrix of some rows and columns of another.
func part(of *mat.SymDense, rows []int) *mat.SymDense {
	one := mat.NewSymDense(len(rows), nil)
	for k, i := range rows {
		for l, j := range rows[:k+1] {
			one.SetSym(k, l, of.At(i, j))
		}
	}
	return one
}

// withoutWeakest leaves out of some parameters the one that the direction of the lowest
// curvature is most along, in units in which each parameter's own curvature is 1 or -1.
// Where the curvature is no number, none is left.
func withoutWeakest(curvature *mat.SymDense, of []int) []int {
	scaled := part(curvature, of)
	units := make([]float64, len(of))
	for k := range of {
		units[k] = cmp.Or(math.Sqrt(math.Abs(scaled.At(k, k))), 1)
	}
	for k := range of {
		for l := range k + 1 {
			scaled.SetSym(k, l, scaled.At(k, l)/(units[k]*units[l]))
		}
	}
	var eigen mat.EigenSym
	var directions mat.Dense
	if sum := mat.Sum(scaled); math.IsNaN(sum) || math.IsInf(sum, 0) || !eigen.Factorize(scaled, true) {
		return nil
	}
	eigen.VectorsTo(&directions) // the lowest first
	weakest := 0
	for k := range of {
		if math.Abs(directions.At(k, 0)) > math.Abs(directions.At(weakest, 0)) {
			weakest = k
		}
	}
	return slices.Delete(slices.Clone(of), weakest, weakest+1)
}

// middle is the mean of a column of groups; of a law, which chaotic samples would decide
// alone, the median.
func (t *training) middle(m *mat.Dense, column int) float64 {
	values := mat.Col(nil, column, m)
	if len(t.model.Config.Law) == 0 {
		return stat.Mean(values, nil)
	}
	slices.Sort(values)
	return stat.Quantile(0.5, stat.LinInterp, values, nil)
}

// deviations are how many standard deviations of normal values a median of distances from
// the middle is, times how much more a median varies than a mean.
const deviations = 1.4826 * 1.2533

// spread is the standard deviation of a column that tells how far off its middle is.
func (t *training) spread(m *mat.Dense, column int) float64 {
	values := mat.Col(nil, column, m)
	if len(values) < 2 {
		return 0
	}
	if len(t.model.Config.Law) == 0 {
		return stat.StdDev(values, nil)
	}
	middle := t.middle(m, column)
	for i := range values {
		values[i] = math.Abs(values[i] - middle)
	}
	slices.Sort(values)
	return deviations * stat.Quantile(0.5, stat.LinInterp, values, nil)
}
