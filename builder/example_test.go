package builder_test

import (
	"fmt"
	"math/rand/v2"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/export"
	"gmnc/onnx"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

// A model of one's own moves particles by
//
//	x' = x + v + sum over j of phi((x_i - x_j, v_i - v_j), q_i q_j)
//
// with phi a general equivariant layer of two vectors in and one out. It is
// trained a hundred steps on a spring between every two particles, and
// exported.
func Example() {
	const hidden = 16
	model, err := graph.Own(config.Config{Model: "own"}, false, func(w *graph.Writer) {
		in := w.Inputs
		charges := w.Mul(w.Repeat(in.Charge, graph.Neighbors), w.Gather(in.Charge, in.Senders))
		z := w.Concat(w.EdgeOffset(in.Position), w.EdgeOffset(in.Velocity))
		push := w.OverNeighbors(w.Equivariant("phi", z, charges, 1, hidden))
		w.AddLayer(graph.Layer{Position: w.Add(w.Add(in.Position, in.Velocity), push)})
	})
	check(err)

	objective, err := train.Objective(model)
	check(err)
	weights := run.WithShapes(model, model.Draw(1))
	mode, err := engines.Trainer().Level(2)
	check(err)
	trainer, err := mode.Train(objective, weights, runtime.Solver{LearningRate: 1e-2})
	check(err)
	defer trainer.Close()

	batch := train.ObjectiveInputs(system.NewBatch(springs(20)), false)
	predict.Match(batch, objective)
	first, err := runtime.Step(trainer, batch)
	check(err)
	var loss float64
	for range 100 {
		loss, err = runtime.Step(trainer, batch)
		check(err)
	}
	fmt.Println("the loss falls to less than a hundredth:", loss < first/100)

	values := map[string][]float32{}
	for name, value := range trainer.Params() {
		values[name] = value.Float
	}
	file, err := export.Model(model.Module, values, export.Info{})
	check(err)
	fmt.Println("exported:", onnx.Check(file) == nil)
	// Output:
	// the loss falls to less than a hundredth: true
	// exported: true
}

// springs are systems of three particles that each other pulls.
func springs(count int) []system.Sample {
	random := rand.New(rand.NewPCG(1, 2))
	samples := make([]system.Sample, count)
	for k := range samples {
		s := &samples[k]
		s.Charge = []float32{1, 1, 1}
		for range 9 {
			s.Position = append(s.Position, float32(random.NormFloat64()))
			s.Velocity = append(s.Velocity, float32(random.NormFloat64()))
		}
		for i, x := range s.Position {
			others := s.Position[i%3] + s.Position[3+i%3] + s.Position[6+i%3] - x
			s.TargetPosition = append(s.TargetPosition, x+s.Velocity[i]+0.2*(others-2*x))
		}
	}
	return samples
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
