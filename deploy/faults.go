package deploy

import (
	"errors"
	"fmt"
	"slices"
	"strings"
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
	for _, err := range several(broken) {
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
