package measure

import (
	"context"

	"gmnc/runtime"
)

// stoppable returns an engine like the given one, whose sessions no longer run once ctx has ended.
func stoppable(ctx context.Context, engine runtime.Engine) runtime.Engine {
	until := func(session runtime.Session, err error) (runtime.Session, error) {
		if err != nil {
			return nil, err
		}
		return &stoppableSession{session, ctx}, nil
	}
	open, openThreads := engine.OpenFile, engine.OpenFileThreads
	engine.OpenFile = func(file []byte) (runtime.Session, error) { return until(open(file)) }
	if openThreads != nil {
		engine.OpenFileThreads = func(file []byte, threads int) (runtime.Session, error) { return until(openThreads(file, threads)) }
	}
	return engine
}

// stoppableSession is a session that runs until a context ends.
type stoppableSession struct {
	runtime.Session
	ctx context.Context
}

// Run returns the cause of the context's end if that has ended.
func (s *stoppableSession) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	if s.ctx.Err() != nil {
		return nil, context.Cause(s.ctx)
	}
	return s.Session.Run(batch)
}
