package shooting

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gmnc/internal/articulated"
	"gmnc/internal/median"
	"gmnc/train/shooting/normal"
	"gmnc/train/shooting/stretches"
)

const (
	// linearRounds is the largest number of times that the linear equations are solved, each
	// time with the weights and at the values of the previous solution. They end when no
	// parameter moves by linearMove or more.
	linearRounds = 6
	linearMove   = 1e-3
	// linearStretches is the largest number of stretches that have linear equations.
	linearStretches = 600
	// linearRidge is the share of their diagonal that is added to the equations, so that they
	// have a solution even if the recordings do not determine all parameters.
	linearRidge = 1e-9
)

// interval is the motion of a stretch's joints in the middle of a part of it, and the frame
// whose loads acted then.
type interval struct {
	motion articulated.Motion
	frame  int
}

// intervals returns the intervals between frames with their rates, or the middle of three
// frames if rates are not known. A stretch of fewer frames has none.
func (f *fit) intervals(s *stretches.Stretch) (all []interval) {
	count, size, positions := len(s.Joints().Rows), s.PerFrame(), s.Unwrapped()
	between := func(a, b []float64, share, divisor float64) []float64 {
		values := make([]float64, count)
		for k := range values {
			values[k] = (b[k] + float64(share*a[k])) / divisor
		}
		return values
	}
	for frame := 0; !s.Derived && frame+1 < len(positions); frame++ {
		before, after := s.Recorded[frame*size+count:(frame+1)*size], s.Recorded[(frame+1)*size+count:(frame+2)*size]
		all = append(all, interval{articulated.Motion{
			Position: between(positions[frame], positions[frame+1], 1, 2), Rate: between(before, after, 1, 2), Change: between(before, after, -1, f.Time),
		}, frame})
	}
	for frame := 1; s.Derived && frame+1 < len(positions); frame++ {
		first, last := between(positions[frame-1], positions[frame], -1, f.Time), between(positions[frame], positions[frame+1], -1, f.Time)
		all = append(all, interval{articulated.Motion{Position: positions[frame], Rate: between(first, last, 1, 2), Change: between(first, last, -1, f.Time)}, frame})
	}
	return all
}

// linear finds the parameters for which the loads that joints lack for their measured motions
// are least. These loads are linear in the values. The loads of each joint are weighted by
// their size, and outliers count less.
func (f *fit) linear() error {
	for range linearRounds {
		equations := make([][]mat.Dense, len(f.stretches))
		by := f.loadSlopes()
		f.each(func(i int) { equations[i] = f.linearOf(&f.stretches[i], by[i]) })
		if err := f.ctx.Err(); err != nil {
			return err
		}
		move := f.solveLinear(slices.Concat(equations...))
		if move == nil {
			return nil
		}
		at := slices.Clone(f.at)
		for k := range at {
			at[k] = f.Parameters[k].moved(at[k], move.AtVec(k))
		}
		f.at = at
		if mat.Norm(move, math.Inf(1)) < linearMove {
			break
		}
	}
	return nil
}

// linearOf returns the linear equations of each interval of a stretch. The first column has the
// loads that joints lack, and the others their changes with the parameters, by the derivatives of
// its loads.
func (f *fit) linearOf(s *stretches.Stretch, by []*articulated.ChainLoad) (all []mat.Dense) {
	chain := s.Joints().Chain
	for _, interval := range f.intervals(s) {
		now := s.Start.InFrame(interval.frame)
		load := chain.Weigh(f.Bodies.Loads(f.at, &now))
		if s.Derived {
			before := s.Start.InFrame(interval.frame - 1)
			load = load.Middle(chain.Weigh(f.Bodies.Loads(f.at, &before)))
		}
		all = append(all, *chain.Missing(interval.motion, append([]*articulated.ChainLoad{load}, by...)))
	}
	return all
}

// solveLinear returns the move of the parameters that solves linear equations, or nil if there
// is none.
func (f *fit) solveLinear(equations []mat.Dense) *mat.VecDense {
	if len(equations) == 0 {
		return nil
	}
	joints, _ := equations[0].Dims()
	products, slope := mat.NewSymDense(len(f.at), nil), mat.NewVecDense(len(f.at), nil)
	for joint := range joints {
		squares := make([]float64, len(equations))
		for i := range equations {
			squares[i] = equations[i].At(joint, 0) * equations[i].At(joint, 0)
		}
		typical := max(median.Of(squares), math.SmallestNonzeroFloat32)
		for i := range equations {
			row := equations[i].RawRowView(joint)
			weight := 1 / (typical * (1 + squares[i]/(outlying*typical)))
			for k := range f.at {
				slope.SetVec(k, slope.AtVec(k)+float64(weight*row[1+k]*row[0]))
				for l := range k + 1 {
					products.SetSym(k, l, products.At(k, l)+float64(weight*row[1+k]*row[1+l]))
				}
			}
		}
	}
	for k := range f.at {
		products.SetSym(k, k, cmp.Or(products.At(k, k)*(1+linearRidge), 1))
	}
	return normal.Downhill(products, slope)
}
