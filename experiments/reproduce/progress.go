package reproduce

import (
	"sync"
	"time"

	"gmnc/experiments/reproduce/protocol"
)

// Progress says how far a job has come.
type Progress struct {
	Cells, Done int              // the numbers of cells of this job, and of those already done
	Fraction    float64          // the part of the work that is done, from 0 to 1
	Left        time.Duration    // 0 while nothing is known
	Now         string           // the cell that made the last step
	Result      *protocol.Result // the result of that cell, if it is finished
}

// progress adds up the steps of cells that are computed at the same time. The time per unit of
// work differs between models, so each is timed by itself. Models that have not run yet count
// as the average of the others.
type progress struct {
	lock   sync.Mutex
	notify func(Progress)
	cells  int
	done   int
	all    float64 // the work of the whole job
	left   map[string]float64
	timed  map[string]*timing
	open   map[string]*mark // cells under way, by digest
}

// timing holds the duration of a model's steps, in seconds of one of the concurrent cells.
type timing struct{ seconds, work float64 }

// mark says how far a cell was at its last step.
type mark struct {
	done float64 // the part of its work that is done, from 0 to 1
	at   time.Time
}

func newProgress(all, open []task, notify func(Progress)) *progress {
	p := &progress{notify: notify, cells: len(open), left: map[string]float64{}, timed: map[string]*timing{}, open: map[string]*mark{}}
	for _, t := range all {
		p.all += t.work
	}
	for _, t := range open {
		p.left[t.cell.Model.Model] += t.left()
	}
	return p
}

// step records that a fraction of a cell, from 0 to 1, is done. For the first step of a resumed
// training, it counts no time for what was done before.
func (p *progress) step(t task, done float64) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.advance(t, done)
	p.tell(t, nil)
}

// finish records that a cell is over, with its result, or nil if it has none.
func (p *progress) finish(t task, result *protocol.Result) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.advance(t, 1)
	p.done++
	delete(p.open, protocol.Digest(t.cell))
	p.tell(t, result)
}

func (p *progress) advance(t task, done float64) {
	model, key, now := t.cell.Model.Model, protocol.Digest(t.cell), time.Now()
	before := p.open[key]
	if before == nil {
		before = &mark{done: t.begun}
	} else {
		if p.timed[model] == nil {
			p.timed[model] = &timing{}
		}
		p.timed[model].seconds += now.Sub(before.at).Seconds()
		p.timed[model].work += (done - before.done) * t.work
	}
	p.left[model] -= (done - before.done) * t.work
	p.open[key] = &mark{done, now}
}

func (p *progress) tell(t task, result *protocol.Result) {
	if p.notify == nil {
		return
	}
	left := 0.0
	for _, work := range p.left {
		left += work
	}
	p.notify(Progress{Cells: p.cells, Done: p.done, Fraction: 1 - left/p.all, Left: p.estimate(), Now: t.name, Result: result})
}

// estimate returns the time left.
func (p *progress) estimate() time.Duration {
	var whole timing
	for _, t := range p.timed {
		whole.seconds += t.seconds
		whole.work += t.work
	}
	if whole.work == 0 {
		return 0
	}
	seconds := 0.0
	for model, work := range p.left {
		measured := p.timed[model]
		if measured == nil || measured.work == 0 {
			measured = &whole
		}
		seconds += work * measured.seconds / measured.work
	}
	return time.Duration(seconds / float64(min(concurrentCells(), max(1, p.cells-p.done))) * float64(time.Second))
}
