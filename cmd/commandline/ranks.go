package commandline

import (
	"context"
	"io"

	"gmnc/runtime/mpi"
)

// shared are the commands whose work ranks share. Any other is the first rank's.
var shared = []string{"train", "reproduce", "simulate"}

// onRanks does what the arguments ask for, together with other ranks if there
// are any. The first alone writes; what another fails with, it says.
func onRanks(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	job, err := mpi.Start(advice)
	if err != nil {
		complain(stderr, err)
		return exitFailure
	}
	defer job.Leave()
	if job.Rank() > 0 {
		stdout, stderr = io.Discard, io.Discard
	}
	code, err := execute(ctx, args, stdout, stderr, job)
	if err = job.Agree(err); err == nil {
		return code
	}
	complain(stderr, err)
	return max(code, exitCode(err))
}

// advice is for users after a rank was killed.
const advice = "what is saved stays: the same command goes on with it (gmnc train: with --resume), on any number of ranks"
