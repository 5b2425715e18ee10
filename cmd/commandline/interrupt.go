package commandline

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"reflect"
	"syscall"

	"github.com/alecthomas/kong"
)

// errStopped is the error of a command that the user interrupted.
var errStopped = errors.New("stopped")

// stopped says what is left after an interrupt. It returns other errors as they are.
func stopped(err error, left string) error {
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%w: %s", errStopped, left)
	}
	return err
}

// interruptible runs the command until it ends or is interrupted. The first interrupt cancels
// the context of a command that takes one, and such a command itself says what is left. Any
// other command is abandoned, since the program then ends. A second interrupt ends the program
// at once.
func interruptible(ctx context.Context, command *kong.Context, t *terminal) error {
	ctx, release := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer release()
	context.AfterFunc(ctx, release)
	command.BindTo(ctx, (*context.Context)(nil))
	ended := make(chan error, 1)
	go func() { ended <- command.Run(t) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	if listens(command) {
		return <-ended
	}
	return stopped(ctx.Err(), "each file that was written is whole")
}

// listens reports whether the command takes a context.
func listens(command *kong.Context) bool {
	takes := command.Selected().Target.Addr().MethodByName("Run").Type()
	return takes.In(0) == reflect.TypeFor[context.Context]()
}
