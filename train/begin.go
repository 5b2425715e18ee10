package train

import (
	"context"

	"gmnc/run"
)

// Begin trains a job: Train or Resume, or what shows them to somebody.
type Begin func(ctx context.Context, job Job) (*run.Run, error)
