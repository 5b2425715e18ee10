package measure

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gmnc/runtime"
)

// faults lists broken promises, each once, with all runtimes that break it.
type faults []fault

type fault struct {
	promise  string // the text of the error before its first colon
	runtimes []string
	err      error // the error in the first runtime
}

// add adds the promises that a runtime breaks.
func (f *faults) add(runtime string, broken error) {
next:
	for _, err := range Joined(broken) {
		promise, _, _ := strings.Cut(err.Error(), ":")
		for i := range *f {
			if one := &(*f)[i]; one.promise == promise && !slices.Contains(one.runtimes, runtime) {
				one.runtimes = append(one.runtimes, runtime)
				continue next
			}
		}
		*f = append(*f, fault{promise, []string{runtime}, err})
	}
}

// joined returns an error that joins all faults, or nil if there are none.
func (f faults) joined() error {
	var all []error
	for _, one := range f {
		all = append(all, fmt.Errorf("in %s: %w", strings.Join(one.runtimes, " and "), one.err))
	}
	return errors.Join(all...)
}

// Shortage returns the first of the joined errors that reports a lack of memory, which is not a
// fault of a file. It returns nil if there is none.
func Shortage(broken error) error {
	for _, one := range Joined(broken) {
		if errors.Is(one, runtime.ErrMemory) {
			return one
		}
	}
	return nil
}

// Joined returns the errors that an error joins, or none if it is nil.
func Joined(err error) (all []error) {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		if err != nil {
			all = append(all, err)
		}
		return all
	}
	for _, one := range joined.Unwrap() {
		all = append(all, Joined(one)...)
	}
	return all
}
