package checks

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// half is the largest fraction of what unshifted loads leave unexplained that those with a lag may leave. Friction that follows
// the direction of motion late looks like late loads, which explain less of it.
const half = 0.5

// lagInEquations returns the lag of loads with the least standard error with which equations of motion
// explain them. The delay of all joints is the same, so their squares are added up, each over what is left of it.
func (m *lagrangian) lagInEquations() (best Lag) {
	best.Error = math.Inf(1)
	most := m.r.mostLate()
	for _, width := range kernels {
		e := m.averaged(width, most)
		if e == nil {
			continue
		}
		if lag := e.lag(m.r.Loads, most); lag.Error < best.Error {
			best = lag
		}
	}
	return best
}

// lag returns the lag by the parabola through the squares that the best shift and its neighbors leave.
func (e *equations) lag(all []float64, most int) (lag Lag) {
	lag.Error = math.Inf(1)
	shifted := make([]averages, 2*most+1)
	for k := range shifted {
		shifted[k] = e.loads(all, k-most)
	}
	at := most
	var blocks [][]float64
	var n *normal
	for range 2 { // weights are those without a lag, and then those of the best if that has others
		s := e.explain(shifted[at])
		if s == nil {
			return lag
		}
		n, blocks = e.normal(s.squares(shifted[at].loads)), nil
		var squares []float64
		for _, a := range shifted {
			own := n.solve(a)
			if own == nil {
				return lag
			}
			blocks = append(blocks, own.blocks(n.squares))
			squares = append(squares, floats.Sum(blocks[len(blocks)-1]))
		}
		last := at
		if at = floats.MinIdx(squares); at == last {
			break
		}
	}
	if at == 0 || at == 2*most || len(blocks[at]) < fewBlocks {
		return lag
	}
	return lagOf(blocks, at, most, n.noise())
}

// noise returns the mean square of what is left of independent equations, over weights for which all
// equations of a joint have the sum 1.
func (n *normal) noise() float64 {
	joints := float64(len(n.squares))
	return joints / max(1, float64(joints*effective*float64(len(n.frames)))-float64(n.rank()))
}

// blocks returns the sums of squares of what is left, over weights, in blocks of frames.
func (s *solution) blocks(weights []float64) (blocks []float64) {
	count := len(s.left[0])
	length := max(2*perKernel, count/(4*fewBlocks))
	for first := 0; first < count; first += length {
		var sum float64
		for joint, left := range s.left {
			if own := left[first:min(first+length, count)]; weights[joint] > 0 {
				sum += sumOfSquares(own) / weights[joint]
			}
		}
		blocks = append(blocks, sum)
	}
	return blocks
}

// lagOf returns the lag at which the sums of blocks of squares are least, given the least of whole shifts,
// and its standard error, by leaving each block out.
func lagOf(blocks [][]float64, at, most int, noise float64) (lag Lag) {
	if floats.Sum(blocks[at]) > half*floats.Sum(blocks[most]) {
		return Lag{Error: math.Inf(1)}
	}
	squares := make([]float64, 3)
	for k := range squares {
		squares[k] = floats.Sum(blocks[at-1+k])
	}
	position, _ := valley(squares[0], squares[1], squares[2])
	lag.Frames = position + float64(at-most)
	var off float64
	for k := range blocks[at] {
		without := slices.Clone(squares)
		for i := range without {
			without[i] -= blocks[at-1+i][k]
		}
		own, _ := valley(without[0], without[1], without[2])
		off += float64((own - position) * (own - position))
	}
	curvature := squares[0] - float64(2*squares[1]) + squares[2]
	lag.Error = math.Sqrt(max(off, 2*noise/curvature))
	return lag
}
