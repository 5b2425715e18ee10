package train

import (
	"context"

	"gmnc/run"
)

// Begin is a function that trains a job: Train, Resume or a wrapper that shows progress.
type Begin func(ctx context.Context, job Job) (*run.Run, error)
