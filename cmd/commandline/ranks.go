package commandline

import (
	"context"
	"io"

	"gmnc/runtime/mpi"
)

// shared holds the commands whose work the ranks share. Any other command runs in the first
// rank alone.
var shared = []string{"train", "reproduce", "simulate"}

// onRanks does what the arguments ask for, together with the other ranks if there are any. Only
// the first rank writes, and it also reports the errors of others.
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

// advice tells users what to do after a rank was killed.
const advice = "what is saved stays: the same command goes on with it (gmnc train: with --resume), on any number of ranks"
