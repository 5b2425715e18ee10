package builder_test

import (
	"fmt"
	"math/rand/v2"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/export"
	"gmnc/ir"
	"gmnc/runtime/gorgonia"
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
	model, err := builder.Own(builder.Config{Model: "own"}, false, func(b *ir.Builder, in builder.Inputs) {
		difference := func(x *ir.Value) *ir.Value {
			return b.Sub(b.Repeat(x, builder.Neighbors), b.Gather(x, in.Senders))
		}
		charges := b.Mul(b.Repeat(in.Charge, builder.Neighbors), b.Gather(in.Charge, in.Senders))
		sigma := func(in *ir.Value, width int) *ir.Value {
			first := b.Param("phi/first", ir.Floats(ir.Fixed(in.Type.Columns()), hidden))
			second := b.Param("phi/second", ir.Floats(ir.Fixed(hidden), width))
			return b.MatMul(b.SiLU(b.MatMul(in, first, false, false)), second, false, false)
		}
		z := b.Concat(difference(in.Position), difference(in.Velocity))
		push := b.SumGroups(builder.Equivariant(b, z, charges, 1, builder.Normalized, sigma), builder.Neighbors)
		b.Output("position", b.Add(b.Add(in.Position, in.Velocity), push))
	})
	check(err)

	objective, err := train.Objective(model)
	check(err)
	weights := train.WithShapes(model, model.Draw(1))
	params, err := gorgonia.NewParams(objective, weights)
	check(err)
	trainer, err := gorgonia.NewTrainer(objective, params, gorgonia.O2, gorgonia.NewAdam(1e-2, 0))
	check(err)
	defer trainer.Close()

	inputs := train.ObjectiveInputs(datasets.NewBatch(springs(20)), false)
	first, err := trainer.Step(inputs)
	check(err)
	var loss float64
	for range 100 {
		loss, err = trainer.Step(inputs)
		check(err)
	}
	fmt.Println("the loss falls to less than a hundredth:", loss < first/100)

	values := map[string][]float32{}
	for name, value := range params.Values() {
		values[name] = value.Float
	}
	file, err := export.Model(model.Module, values, export.Info{})
	check(err)
	fmt.Println("exported:", export.Check(file) == nil)
	// Output:
	// the loss falls to less than a hundredth: true
	// exported: true
}

// springs are systems of three particles that each other pulls.
func springs(count int) []datasets.Sample {
	random := rand.New(rand.NewPCG(1, 2))
	samples := make([]datasets.Sample, count)
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
