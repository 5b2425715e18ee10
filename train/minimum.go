package train

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// tolerated is by how many times as much as the lowest validation error the minimum of the
// training's loss may have: so much is chance between constants on their way there.
const tolerated = 1.1

// minimum is the loss on groups of training samples about its minimum along parameters.
type minimum struct {
	*training
	ctx     context.Context
	moving  []parameter
	groups  [][]system.Sample
	weights map[string]runtime.Tensor // the others among them stay
	step    float64                   // of differences
	loss    float64                   // of the last equations
}

// constantsAlone reports whether a model has no weights beside constants whose loss has one
// minimum: laws have steps of their own, by fitLaw.
func (t *training) constantsAlone() bool {
	var own []string
	for _, c := range t.model.Config.Learn {
		own = append(own, c.Param())
	}
	for _, p := range t.model.Params {
		if !slices.Contains(own, p.Name) {
			return false
		}
	}
	return len(t.model.Config.Law) == 0
}

// goOn takes constants to the minimum of the training's loss, where its epochs ended before.
// It reports whether the validation error tolerates it: then they are the best weights, of the
// last epoch.
func (m *minimum) goOn(best *run.Run) (bool, error) {
	at, err := marquardt(m, valuesOf(m.moving, best.Weights), reach{iterations: 40, most: 1, least: m.least()})
	if err != nil {
		return false, err
	}
	weights := withValues(best.Weights, m.moving, at)
	if err := m.trainer.SetParams(weights); err != nil {
		return false, err
	}
	found, err := m.measure(m.ctx, m.eval, m.valid)
	if err != nil || !(found.error < tolerated*m.state.bestValid) {
		return false, err
	}
	m.notice(fmt.Sprintf("training ended before the minimum of its loss, and Newton's method went on: the validation error went from %.5g to %.5g", m.state.bestValid, found.error))
	m.state.bestValid, m.state.bestEpoch = found.error, m.state.epoch
	best.Weights, best.Metrics = weights, run.MetricsAt(m.state.epoch, found.error, found.constraint, found.velocity)
	return true, nil
}

// vanishing is the logarithm of the share of its start that a constant keeps which data do not
// have at all, such as a damping: from there another training finds it again.
const vanishing = -7

// least are the lowest values of parameters.
func (m *minimum) least() (values []float64) {
	for _, p := range m.moving {
		values = append(values, math.Inf(-1))
		for _, c := range m.model.Config.Learn {
			if c.Param() == p.name && c.Positive() {
				values[len(values)-1] = vanishing
			}
		}
	}
	return values
}

// about is the curvature of the loss about parameters, and its slopes there by each of them
// on each group [groups, moving].
func (m *minimum) about(at []float64) (curvature *mat.SymDense, each *mat.Dense, err error) {
	count := len(m.moving)
	curvature, each = mat.NewSymDense(count, nil), mat.NewDense(len(m.groups), count, nil)
	for i := range m.moving {
		ahead, _, err := m.slopes(besides(at, i, m.step))
		if err != nil {
			return nil, nil, err
		}
		behind, _, err := m.slopes(besides(at, i, -m.step))
		if err != nil {
			return nil, nil, err
		}
		var change mat.Dense
		change.Sub(ahead, behind)
		for k := range m.moving {
			// both halves of the symmetric matrix are differences: their mean
			half := m.middle(&change, k) / (4 * m.step)
			if k == i {
				half *= 2
			}
			curvature.SetSym(i, k, curvature.At(i, k)+half)
		}
		ahead.Add(ahead, behind)
		ahead.Scale(1/float64(2*count), ahead)
		each.Add(each, ahead)
	}
	return curvature, each, nil
}

// equations are the curvature of the loss, upwards along every direction, so that no step
// goes to a saddle, and its slope.
func (m *minimum) equations(at []float64) (curvature *mat.SymDense, slope *mat.VecDense, err error) {
	if _, m.loss, err = m.slopes(at); err != nil {
		return nil, nil, err
	}
	curvature, each, err := m.about(at)
	if err != nil {
		return nil, nil, err
	}
	slope = mat.NewVecDense(len(at), nil)
	for k := range at {
		slope.SetVec(k, m.middle(each, k))
	}
	curvature = upwards(curvature)
	holdIdle(curvature, slope)
	return curvature, slope, nil
}

// idle is the share of the largest curvature below which a parameter's is rounding.
const idle = 1e-13

// holdIdle takes parameters that change nothing out of equations: no step moves them then.
func holdIdle(curvature *mat.SymDense, slope *mat.VecDense) {
	most, count := 0., slope.Len()
	for k := range count {
		most = max(most, curvature.At(k, k))
	}
	for k := range count {
		if curvature.At(k, k) >= idle*most {
			continue
		}
		slope.SetVec(k, 0)
		for i := range count {
			curvature.SetSym(k, i, 0)
		}
	}
}

// upwards is a symmetric matrix with its eigenvalues made positive.
func upwards(m *mat.SymDense) *mat.SymDense {
	var eigen mat.EigenSym
	if !eigen.Factorize(m, true) {
		return m
	}
	var directions mat.Dense
	eigen.VectorsTo(&directions)
	up := mat.NewSymDense(m.SymmetricDim(), nil)
	for k, value := range eigen.Values(nil) {
		up.SymRankOne(up, math.Abs(value), directions.ColView(k))
	}
	return up
}

// lower reports whether the loss is lower than where the equations were taken.
func (m *minimum) lower(at []float64) (bool, error) {
	_, loss, err := m.slopes(at)
	return loss < m.loss, err
}

// slopes returns the slopes of the loss on each group of samples by all moving parameters
// [groups, moving], and the mean loss. It leaves the trainer with these parameters.
func (m *minimum) slopes(at []float64) (slopes *mat.Dense, loss float64, err error) {
	if err := m.trainer.SetParams(withValues(m.weights, m.moving, at)); err != nil {
		return nil, 0, err
	}
	slopes = mat.NewDense(len(m.groups), len(m.moving), nil)
	var batch system.Batch
	for g, group := range m.groups {
		if err := m.ctx.Err(); err != nil {
			return nil, 0, err
		}
		batch.Fill(group)
		gradients, err := m.trainer.Gradients(m.inputs(&batch, group))
		if err != nil {
			return nil, 0, err
		}
		loss += gradients.Loss / float64(len(m.groups))
		for k, of := range m.moving {
			slopes.Set(g, k, float64(gradients.ByParam[of.name].Float[of.number]))
		}
	}
	return slopes, loss, nil
}
