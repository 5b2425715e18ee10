package reproduce

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/namedlock"
	"gmnc/experiments/reproduce/pages"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/internal/fields"
	"gmnc/internal/folderlock"
	engine "gmnc/runtime"
)

// Job says what to reproduce.
type Job struct {
	Tables []protocol.Table
	Seeds  []uint64
	Folder string        // the folder for everything that is kept
	Source string        // the folder of recorded data; may be empty
	Budget time.Duration // ends the work, if not 0; what is missing is blank
	Shard  Shard         // the shard of the cells; each rank has a shard of that
	// Ranks share the cells in a folder that all of them see; nil stands for one process. The
	// first rank returns the report.
	Ranks engine.Ranks
	// Progress, unless nil, is called after every step of a training and after every cell, by
	// one goroutine at a time.
	Progress func(Progress)
	// Update, unless nil, is called after every cell with everything that is known then, by one
	// goroutine at a time.
	Update func(*pages.Report) error
	// Flag, unless nil, returns the report's name of an option that an error names by its
	// field.
	Flag func(option string) string
}

// reason returns an error as the report shows it.
func (j Job) reason(err error) string {
	if j.Flag == nil {
		return err.Error()
	}
	return fields.Translate(err, j.Flag)
}

// These are folders in the folder of a job.
const (
	dataFolder  = "data"
	cellsFolder = "cells"
)

// concurrentCells returns the number of cells that are computed at the same time: one for each
// processor, though each cell may use all of them. A single training of small systems leaves
// processors idle, between its steps and in its last shard, and the other cells use them. The
// results do not depend on it.
func concurrentCells() int { return runtime.GOMAXPROCS(0) }

// runner computes the cells of a job.
type runner struct {
	job        Job
	recordings corpus.Recordings
	data       *corpus.Store
	results    resultStore
	runs       namedlock.Locks
	ended      sync.Map // outcomes of this call's trainings, by folder
	progress   *progress
	lock       sync.Mutex
	blank      map[string]string // reasons by cell
	failed     error             // the first cell that should have worked
}

func (r *runner) folder(name string) string { return filepath.Join(r.job.Folder, name) }

// Run computes what is missing of the job, and reports all of it. When ctx ends, Run returns
// its error. Finished cells are kept, and trainings resume when Run is called again. When the
// budget ends, the report says what is missing.
func Run(ctx context.Context, job Job) (*pages.Report, error) {
	r := &runner{job: job, blank: map[string]string{}, recordings: corpus.NewRecordings(job.Source)}
	if err := r.recordings.Check(); err != nil {
		return nil, err
	}
	for _, name := range []string{dataFolder, pages.RunsFolder, cellsFolder} {
		if err := os.MkdirAll(r.folder(name), 0o755); err != nil {
			return nil, fmt.Errorf("cannot make the folder of the results: %w (choose one that you may write to)", err)
		}
	}
	ranks := engine.Together(job.Ranks)
	if ranks.Rank() == 0 {
		release, err := folderlock.Hold(job.Folder)
		if err := ranks.Agree(err); err != nil {
			return nil, err
		}
		defer release()
	} else if err := ranks.Agree(nil); err != nil {
		return nil, err
	}
	r.data = &corpus.Store{Folder: r.folder(dataFolder), Shared: ranks.Size() > 1}
	r.results = resultStore{r.folder(cellsFolder)}
	if err := ranks.Agree(r.takeOver()); err != nil {
		return nil, err
	}
	tasks, err := r.plan()
	if err != nil {
		return nil, err
	}
	open, err := r.open(tasks)
	if err != nil {
		return nil, err
	}
	for _, t := range open {
		r.leave(t, ofOthers)
	}
	tasks = job.Shard.within(tasks)
	if ranks.Size() > 1 {
		tasks = Shard{ranks.Rank() + 1, ranks.Size()}.within(tasks)
	}
	if open, err = r.open(tasks); err != nil {
		return nil, err
	}
	for _, t := range open {
		r.leave(t, "not done yet")
	}
	r.progress = newProgress(tasks, open, job.Progress)
	if err := ranks.Agree(r.all(ctx, open)); err != nil {
		return nil, err
	}
	if err := r.meet(tasks, ranks); err != nil {
		return nil, err
	}
	report, err := r.report()
	return report, errors.Join(err, r.failed)
}

// open returns the tasks that are not done yet.
func (r *runner) open(tasks []task) ([]task, error) {
	var open []task
	for _, t := range tasks {
		result, err := r.results.get(t.cell)
		if err != nil {
			return nil, err
		}
		if result == nil {
			open = append(open, t)
		}
	}
	return open, nil
}

// all performs the tasks, as long as the budget lasts.
func (r *runner) all(ctx context.Context, tasks []task) error {
	within := ctx
	if r.job.Budget > 0 {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeout(ctx, r.job.Budget)
		defer cancel()
	}
	var group errgroup.Group
	group.SetLimit(concurrentCells())
	// Tests of one training that run at the same time would wait for each other.
	for _, tests := range together(tasks, task.turnOfTraining) {
		group.Go(func() error {
			for _, t := range tests {
				r.one(within, t)
			}
			return ctx.Err()
		})
	}
	return group.Wait()
}

// one performs a task and keeps its result, or the reason why there is none.
func (r *runner) one(ctx context.Context, t task) {
	if ctx.Err() != nil {
		r.leave(t, "the time was over")
		return
	}
	result, err := r.do(ctx, t.cell, func(done float64) { r.progress.step(t, done) })
	if err == nil {
		err = r.results.put(result)
	}
	if err == nil {
		err = r.update()
	}
	if err != nil {
		result = nil
	}
	r.progress.finish(t, result)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		r.leave(t, "the time was over"+t.cell.AfterInterrupt())
	default:
		r.leave(t, r.job.reason(err))
		r.fail(fmt.Errorf("%s: %w", t.name, err))
	}
}

// update reports what is known so far.
func (r *runner) update() error {
	if r.job.Update == nil {
		return nil
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	report, err := r.report()
	if err != nil {
		return err
	}
	return r.job.Update(report)
}

// leave records why a cell stays blank.
func (r *runner) leave(t task, reason string) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.blank[protocol.Digest(t.cell)] = reason
}

// fail keeps the first error; the other cells continue.
func (r *runner) fail(err error) {
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.failed == nil {
		r.failed = err
	}
}
