package shooting

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gmnc/internal/articulated"
	"gmnc/internal/vector"
	"gmnc/internal/workerpool"
	"gmnc/system"
	"gmnc/train/shooting/stretches"
)

// Bodies holds the equations of motion of rigid bodies on joints of one axis.
type Bodies struct {
	// Loads returns what moves the bodies of a system in its current frame, for given
	// parameters. It is linear in the values: in the exponentials of parameters that are
	// factors, and in the other parameters themselves.
	Loads func(parameters []float64, s *system.Sample) articulated.ChainLoads
	// Drive, if not nil, returns only the loads at joints [n,1], which no parameter changes.
	Drive func(s *system.Sample) []float64
	// Steps is the number of time steps in a frame.
	Steps int
}

// jointed reports whether all stretches move by the equations of their joints.
func (f *fit) jointed() bool {
	return f.Bodies != nil && !slices.ContainsFunc(f.stretches, func(s stretches.Stretch) bool { return s.Joints() == nil })
}

// each calls do for each stretch, on several goroutines.
func (f *fit) each(do func(i int)) { workerpool.Each(len(f.stretches), do) }

// rollBodies is rollWith by the equations of joints, with this number of steps in a frame.
func (f *fit) rollBodies(at []float64, offset func(i int) []float64, steps int, finish func(i int, positions, velocities []float32)) ([]stretches.Rows, error) {
	all := make([]stretches.Rows, len(f.stretches))
	tracks := make([]*track, len(f.stretches))
	f.each(func(i int) {
		s := &f.stretches[i]
		tracks[i] = newTrack(s, at, offset(i))
		f.moveBodies(at, s, offset(i), steps, func(load *articulated.ChainLoad, coordinates, rate []float64, done bool) bool {
			tracks[i].pass(load, coordinates, rate, done, steps)
			if done {
				all[i] = s.AppendFrame(all[i], coordinates, rate)
			}
			if done && finish != nil {
				position, velocity := s.Joints().Particles(coordinates, rate)
				finish(i, vector.Narrowed(position), vector.Narrowed(velocity))
			}
			return f.ctx.Err() == nil
		})
		if slices.ContainsFunc(all[i], func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }) {
			all[i] = nil
		}
	})
	if steps == f.Bodies.Steps {
		f.tracks = tracks
	}
	return all, f.ctx.Err()
}

// moveBodies moves the joints of a stretch from frame to frame. It calls pass with positions
// and rates after each step, and with the load in it, until pass returns false. done is true in
// the first state, to which no load led, and after the last step of each frame.
func (f *fit) moveBodies(at []float64, s *stretches.Stretch, offset []float64, steps int, pass func(load *articulated.ChainLoad, position, rate []float64, done bool) bool) {
	j := s.Joints()
	state := j.Start(offset)
	position, rate := state[:len(j.Rows)], state[len(j.Rows):]
	if !pass(nil, position, rate, true) {
		return
	}
	loads := f.frameLoads(at, s)
	for frame := range s.Frames() - 1 {
		load := loads(frame)
		for step := range steps {
			j.Chain.Step(position, rate, load, f.Time/float64(steps))
			if !pass(load, position, rate, step == steps-1) {
				return
			}
		}
	}
}

// frameLoads returns a function that returns the loads of a stretch in a frame. If only loads
// at joints change from frame to frame, the bodies are weighed once.
func (f *fit) frameLoads(at []float64, s *stretches.Stretch) func(frame int) *articulated.ChainLoad {
	chain := s.Joints().Chain
	weigh := func(frame int) *articulated.ChainLoad {
		now := s.Start.InFrame(frame)
		return chain.Weigh(f.Bodies.Loads(at, &now))
	}
	if f.Bodies.Drive == nil || !s.DrivenAlone() {
		return weigh
	}
	first := weigh(0)
	return func(frame int) *articulated.ChainLoad {
		now := s.Start.InFrame(frame)
		return chain.Drive(first, f.Bodies.Drive(&now))
	}
}

// deriveBodies computes the derivatives at the parameters from the equations of joints.
func (f *fit) deriveBodies() error {
	f.columns = make([][]stretches.Rows, len(f.stretches))
	by := f.loadSlopes()
	f.each(func(i int) { f.columns[i] = f.bodyColumns(i, by[i]) })
	return f.ctx.Err()
}

// bodyColumns returns the derivatives of a stretch by its state and by the parameters, whose
// derivatives of its loads are given. They are nil if its numbers are not finite.
func (f *fit) bodyColumns(i int, by []*articulated.ChainLoad) []stretches.Rows {
	s := &f.stretches[i]
	j, states := s.Joints(), s.States.Size()
	tangent := j.Chain.NewTangent(states + len(f.at))
	for k := range states {
		of := tangent.Position
		if k >= states/2 {
			of = tangent.Rate
		}
		of.Set(k%len(j.Rows), k, 1)
	}
	return f.along(i, tangent, func(int) []*articulated.ChainLoad { return by })
}

// along carries a tangent along a stretch, from its start, and returns its columns. by returns
// how much each of the last quantities changes the load in a frame.
func (f *fit) along(i int, tangent articulated.Tangent, by func(frame int) []*articulated.ChainLoad) []stretches.Rows {
	s := &f.stretches[i]
	_, quantities := tangent.Position.Dims()
	columns := make([]stretches.Rows, quantities)
	if f.now[i] == nil {
		return columns
	}
	joints, _ := tangent.Position.Dims()
	position, rate := make([]float64, joints), make([]float64, joints)
	for k := range columns {
		columns[k] = make(stretches.Rows, 0, len(s.Recorded))
	}
	h, solved, frame := f.Time/float64(f.Bodies.Steps), true, 0
	var moves []*articulated.ChainLoad
	var from articulated.State
	for _, to := range f.track(i).stations {
		if to.load != nil {
			solved = s.Joints().Chain.Advance(tangent, from, to.State, to.load, moves, h*float64(to.steps))
		}
		if !solved || f.ctx.Err() != nil {
			return make([]stretches.Rows, quantities)
		}
		if to.done && frame+1 < s.Frames() {
			moves = by(frame)
			frame++
		}
		from = to.State
		for k := 0; to.done && k < quantities; k++ {
			columns[k] = s.AppendFrame(columns[k], mat.Col(position, k, tangent.Position), mat.Col(rate, k, tangent.Rate))
		}
	}
	return columns
}

// loadSlopes returns the derivatives of the loads of all stretches by the parameters. The
// stretches of a recording share them if only loads at joints change from frame to frame.
func (f *fit) loadSlopes() [][]*articulated.ChainLoad {
	all, shared := make([][]*articulated.ChainLoad, len(f.stretches)), make([]bool, len(f.stretches))
	f.each(func(i int) {
		s := &f.stretches[i]
		shared[i] = i > 0 && s.Group == f.stretches[i-1].Group && f.Bodies.Drive != nil && s.DrivenAlone()
		if !shared[i] {
			all[i] = f.slopesOf(s)
		}
	})
	for i := range all {
		if shared[i] {
			all[i] = all[i-1]
		}
	}
	return all
}

// slopesOf returns the derivatives of a stretch's loads by the parameters.
func (f *fit) slopesOf(s *stretches.Stretch) (by []*articulated.ChainLoad) {
	chain, first := s.Joints().Chain, s.Start.InFrame(0)
	nominal := chain.Weigh(f.Bodies.Loads(f.at, &first))
	for k, p := range f.Parameters {
		step := 1.
		if p.Factor {
			step = math.Ln2 // this doubles the value, so the change is its derivative by the logarithm
		}
		by = append(by, chain.Weigh(f.Bodies.Loads(moved(f.at, k, step), &first)).Less(nominal))
	}
	return by
}
