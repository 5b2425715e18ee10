package measure

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gmnc/runtime"
)

// faults are broken promises, each told once, with every runtime that breaks it.
type faults []fault

type fault struct {
	promise  string // the text of the error before its first colon
	runtimes []string
	err      error // of the first runtime
}

// add takes what a runtime breaks.
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

// joined is an error of all faults, nil of none.
func (f faults) joined() error {
	var all []error
	for _, one := range f {
		all = append(all, fmt.Errorf("in %s: %w", strings.Join(one.runtimes, " and "), one.err))
	}
	return errors.Join(all...)
}

// Shortage is the first of the errors that tells of too little memory, which is no fault of a
// file; nil of none.
func Shortage(broken error) error {
	for _, one := range Joined(broken) {
		if errors.Is(one, runtime.ErrMemory) {
			return one
		}
	}
	return nil
}

// Joined are the errors that an error joins; none of nil.
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
