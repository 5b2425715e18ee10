package reproduce

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/builder/graph"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
)

// fitting performs a Fit.
type fitting struct{ protocol.Fit }

const (
	// The learning rate of Adam falls from firstRate to lastRate over the steps, in rateStages
	// stages.
	firstRate, lastRate = 1e-2, 1e-4
	rateStages          = 10
)

// do fits the layer, or measures the part that no layer can fit.
func (f fitting) do(ctx context.Context, step func(done float64)) (protocol.Errors, error) {
	test := f.draw(1)
	left := make([]r3.Vec, len(test.target))
	if f.Outside {
		for i, z := range test.vectors {
			left[i] = outside(test.target[i], z[:f.Given])
		}
		return relative(left, test.target), nil
	}
	predicted, err := f.train(ctx, f.draw(0), test, step)
	if err != nil {
		return protocol.Errors{}, err
	}
	for i := range left {
		left[i] = r3.Sub(vectorAt(predicted, i), test.target[i])
	}
	return relative(left, test.target), nil
}

func vectorAt(flat []float32, i int) r3.Vec {
	return r3.Vec{X: float64(flat[3*i]), Y: float64(flat[3*i+1]), Z: float64(flat[3*i+2])}
}

// relative summarizes squared lengths relative to the mean square of the target.
func relative(left, target []r3.Vec) protocol.Errors {
	scale := 0.0
	for _, v := range target {
		scale += r3.Norm2(v) / float64(len(target))
	}
	squares := make([]float64, len(left))
	for i, v := range left {
		squares[i] = r3.Norm2(v) / scale
	}
	return protocol.NewErrors(predict.Errors{Position: predict.Summarize(squares)})
}

// work returns the approximate number of multiplications in do.
func (f fitting) work() float64 {
	if f.Outside {
		return float64(f.Samples)
	}
	products := f.Given*f.Given + f.Vectors*f.Vectors
	return backwardFactor * float64(f.Steps*f.Samples*f.Width*(products+f.Given))
}

// train returns the outputs of the fitted layer for the test samples.
func (f fitting) train(ctx context.Context, samples, test equivariant, step func(done float64)) ([]float32, error) {
	module, err := f.module(true)
	if err != nil {
		return nil, err
	}
	params := f.weights(module)
	for stage := range rateStages {
		rate := firstRate * math.Pow(lastRate/firstRate, float64(stage)/(rateStages-1))
		if params, err = f.stage(ctx, module, params, rate, f.batch(samples, true)); err != nil {
			return nil, err
		}
		step(float64(stage+1) / rateStages)
	}
	if module, err = f.module(false); err != nil {
		return nil, err
	}
	session, err := engines.ForModules().Modes[0].Open(module, params)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	outputs, err := session.Run(f.batch(test, false))
	if err != nil {
		return nil, err
	}
	return outputs["vector"].Float, nil
}

// stage trains with one learning rate, from these parameters to those that it returns.
func (f fitting) stage(ctx context.Context, module *ir.Module, params map[string]runtime.Tensor, rate float64, batch runtime.Batch) (map[string]runtime.Tensor, error) {
	mode, err := engines.Trainer().Level(run.DefaultOptions().Level)
	if err != nil {
		return nil, err
	}
	trainer, err := mode.Train(module, params, runtime.Solver{LearningRate: rate})
	if err != nil {
		return nil, err
	}
	defer trainer.Close()
	for range f.Steps / rateStages {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if _, err := runtime.Step(trainer, batch); err != nil {
			return nil, fmt.Errorf("fitting %d of %d vectors: %w", f.Given, f.Vectors, err)
		}
	}
	return trainer.Params(), nil
}

// module returns the layer, with or without the loss.
func (f fitting) module(objective bool) (*ir.Module, error) {
	module := &ir.Module{Name: "fit", Dims: []ir.Dimension{{Symbol: graph.Particles, Rows: true}}}
	rows := ir.Rows(graph.Particles)
	return module, ir.Build(module, func(b *ir.Builder) {
		z := b.Input("vectors", ir.Floats(rows, 3*f.Given))
		h := b.Input("products", ir.Floats(rows, f.Vectors*f.Vectors))
		vector := graph.Equivariant(b, z, h, 1, graph.Normalized, func(in *ir.Value, width int) *ir.Value {
			return dense(b, "second", b.SiLU(dense(b, "first", in, f.Width)), width)
		})
		if !objective {
			b.Output("vector", vector)
			return
		}
		target := b.Input("target", ir.Floats(rows, 3))
		sum := b.SumRows(b.SumColumns(b.Square(b.Sub(vector, target))))
		b.Output("loss", b.Mul(sum, b.Scalar(1/float64(f.Samples))))
	})
}

func dense(b *ir.Builder, name string, in *ir.Value, width int) *ir.Value {
	weight := b.Param(name+"_weight", ir.Floats(ir.Fixed(in.Type.Columns()), width))
	bias := b.Param(name+"_bias", ir.Floats(ir.Fixed(1), width))
	return b.Add(b.MatMul(in, weight, false, false), bias)
}

// weights draws initial weights, uniformly within 1/sqrt(columns of the input).
func (f fitting) weights(module *ir.Module) map[string]runtime.Tensor {
	random := rand.New(rand.NewPCG(f.Seed, 3))
	weights := map[string]runtime.Tensor{}
	limit := 1.0
	for _, param := range module.Main.Params() {
		rows, columns := param.Type.Shape[0].Number, param.Type.Columns()
		if rows > 1 { // otherwise it is a bias, which follows its weights and has their limit
			limit = 1 / math.Sqrt(float64(rows))
		}
		values := make([]float32, rows*columns)
		for i := range values {
			values[i] = float32(limit * (2*random.Float64() - 1))
		}
		weights[param.Name] = runtime.Floats(values, rows, columns)
	}
	return weights
}

// batch returns the samples as systems of one row.
func (f fitting) batch(e equivariant, objective bool) runtime.Batch {
	var vectors, products, target []float32
	for i, z := range e.vectors {
		for _, v := range z[:f.Given] {
			vectors = append(vectors, float32(v.X), float32(v.Y), float32(v.Z))
		}
		for _, product := range normalizedGram(z) {
			products = append(products, float32(product))
		}
		t := e.target[i]
		target = append(target, float32(t.X), float32(t.Y), float32(t.Z))
	}
	rows := len(e.vectors)
	inputs := map[string]runtime.Tensor{
		"vectors": runtime.Floats(vectors, rows, 3*f.Given), "products": runtime.Floats(products, rows, f.Vectors*f.Vectors),
	}
	if objective {
		inputs["target"] = runtime.Floats(target, rows, 3)
	}
	return runtime.Batch{Inputs: inputs, Systems: slices.Repeat([]runtime.System{{Particles: 1}}, rows)}
}
