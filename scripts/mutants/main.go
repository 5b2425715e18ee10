// Mutants changes one place of a package at a time, runs the package's own tests on each
// such mutant, and lists those that no test notices (LIVED) or runs (NOT RUN). It changes
// operators and numbers, takes conditions for their opposite, and leaves statements out.
//
//	go run ./scripts/mutants ./predict/law ./run   these packages
//	go run ./scripts/mutants -since main           the lines that you changed
//	go run ./scripts/mutants -sample 50            50 mutants of each package
//
// All mutants of a package are compiled into one test binary, in which the environment
// wakes one of them. So a mutant costs only what the tests cost that run its line. Some
// mutants compute what the program computes; no test can notice those.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	var o options
	since := flag.String("since", "", "examine the lines that changed since a `commit`")
	percent := flag.Int("percent", 0, "fail if the tests notice fewer mutants than this")
	limit := flag.Duration("for", 24*time.Hour, "end after this time")
	flag.IntVar(&o.sample, "sample", 0, "how many mutants of each package are drawn; 0 is all")
	flag.Uint64Var(&o.seed, "seed", 1, "the seed by which packages and mutants are drawn")
	flag.DurationVar(&o.longest, "longest", 10*time.Second, "leave out tests that take longer")
	flag.IntVar(&o.workers, "workers", 2, "how many mutants are tested at once")
	flag.Parse()
	ctx, cancel := context.WithTimeout(context.Background(), *limit)
	defer cancel()
	total, err := examineAll(ctx, flag.Args(), *since, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
	fmt.Println(total)
	if total.of() == 0 && *since == "" {
		fmt.Fprintln(os.Stderr, "mutants: no package was examined to its end")
		os.Exit(1)
	}
	if total.of() > 0 && total[noticed]*100 < *percent*total.of() {
		fmt.Fprintf(os.Stderr, "mutants: less than %d %%: write the tests that notice the others\n", *percent)
		os.Exit(1)
	}
}

// each is how long a package is examined at most that was not named.
const each = time.Minute

// examineAll examines the packages that are named, else those that changed since a commit,
// else all of them.
func examineAll(ctx context.Context, folders []string, since string, o options) (counts, error) {
	total := counts{}
	var err error
	named := len(folders) > 0
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
		limit, cancel := context.WithCancel(ctx)
		if !named {
			limit, cancel = context.WithTimeout(ctx, each)
		}
		found, err := examine(limit, folder, o)
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
