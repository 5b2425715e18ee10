// Mutants changes one place of a package at a time, runs the package's own tests on each
// such mutant, and lists those that no test notices (LIVED) or runs (NOT RUN). It changes
// operators and numbers, takes conditions for their opposite, and leaves statements out.
//
//	go run ./scripts/mutants ./predict/law ./run   these packages
//	go run ./scripts/mutants -since main           the lines that you changed
//	go run ./scripts/mutants -sample 50            50 mutants of each package
//
// All mutants of a package are compiled into one test binary, and a variable of the
// environment makes one of them act. So a mutant costs no more than the tests that run its
// line. No test can notice a mutant that computes what the program computes.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"time"
)

func main() {
	o := options{out: os.Stdout}
	since := flag.String("since", "", "examine the lines that changed since a `commit`")
	percent := flag.Int("percent", 0, "fail if the tests notice fewer mutants than so many percent")
	limit := flag.Duration("for", 24*time.Hour, "end after this time")
	flag.IntVar(&o.sample, "sample", 0, "how many mutants of each package are drawn; 0 is all")
	flag.Uint64Var(&o.seed, "seed", 1, "the seed by which packages and mutants are drawn")
	flag.DurationVar(&o.longest, "longest", 10*time.Second, "leave out tests that take longer")
	flag.IntVar(&o.workers, "workers", 2, "how many mutants are tested at once")
	flag.Parse()
	ctx, cancel := context.WithTimeout(context.Background(), *limit)
	defer cancel()
	total, err := examineAll(ctx, flag.Args(), *since, o)
	if err == nil {
		fmt.Println(total)
		err = total.check(*since == "", *percent)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// check returns an error if the tests noticed fewer mutants than so many percent, or if there
// are none where some are expected.
func (c counts) check(some bool, percent int) error {
	switch {
	case c.of() == 0 && some:
		return errors.New("no package was examined to its end")
	case c[noticed]*100 < percent*c.of():
		return fmt.Errorf("less than %d %%: write the tests that notice the others", percent)
	}
	return nil
}

// each is the longest time for which a package is examined that was not named.
const each = time.Minute

// examineAll examines the packages that are named, else those that changed since a commit,
// else all of them.
func examineAll(ctx context.Context, folders []string, since string, o options) (counts, error) {
	total := counts{}
	var err error
	longest := each
	if len(folders) > 0 {
		longest = math.MaxInt64
	}
	switch {
	case since != "":
		if o.lines, err = changed(since); err != nil {
			return total, err
		}
		if len(folders) == 0 {
			folders = o.lines.folders()
		}
	case len(folders) == 0:
		if folders, err = all(o.seed); err != nil {
			return total, err
		}
	}
	for _, folder := range folders {
		if ctx.Err() != nil {
			break
		}
		limited, cancel := context.WithTimeout(ctx, longest)
		found, err := examine(limited, folder, o)
		cancel()
		if err != nil {
			return total, fmt.Errorf("%s: %w", folder, err)
		}
		for outcome, n := range found {
			total[outcome] += n
		}
	}
	return total, nil
}
