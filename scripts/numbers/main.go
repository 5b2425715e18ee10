// Numbers changes one number of a package at a time, or leaves one statement out, runs
// the package's own tests on each such mutant, and lists those that no test noticed
// (LIVED). Gremlins, which scripts/mutants.sh runs as well, changes operators and
// comparisons alone.
//
//	go run ./scripts/numbers [-sample N] FOLDER...
//
// A whole number grows by one, any other by a tenth. Numbers of tests, of generated
// files and of lines that the tests do not run are left alone.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

func main() {
	sample := flag.Int("sample", 0, "how many mutants of each package are drawn; 0 is all")
	workers := flag.Int("workers", 2, "how many mutants are tested at once")
	flag.Parse()
	lived := 0
	for _, folder := range flag.Args() {
		left, err := examine(folder, *sample, *workers)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", folder, err)
			os.Exit(1)
		}
		lived += left
	}
	if lived > 0 {
		os.Exit(1)
	}
}

// examine tests the mutants of one package and returns how many lived.
func examine(folder string, sample, workers int) (lived int, err error) {
	work, err := os.MkdirTemp("", "numbers")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(work)
	runs, err := covered(folder, filepath.Join(work, "profile"))
	if err != nil {
		return 0, err
	}
	mutants, err := find(folder, runs)
	if err != nil {
		return 0, err
	}
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(mutants), func(i, j int) { mutants[i], mutants[j] = mutants[j], mutants[i] })
	if sample > 0 {
		mutants = mutants[:min(sample, len(mutants))]
	}
	var group sync.WaitGroup
	var lock sync.Mutex
	var failure error
	killed := 0
	next := make(chan int)
	for worker := range workers {
		group.Go(func() {
			for i := range next {
				outcome, err := mutants[i].test(folder, filepath.Join(work, fmt.Sprint(worker)))
				lock.Lock()
				failure = errors.Join(failure, err)
				switch outcome {
				case noticed:
					killed++
				case unnoticed:
					lived++
					fmt.Println("LIVED", mutants[i])
				}
				lock.Unlock()
			}
		})
	}
	for i := range mutants {
		next <- i
	}
	close(next)
	group.Wait()
	fmt.Printf("%s: of %d mutants the tests noticed %d\n", folder, killed+lived, killed)
	return lived, failure
}

type outcome int

const (
	broken outcome = iota // it does not compile
	noticed
	unnoticed
)

// test runs the tests of the folder's package on the mutant; scratch begins the names of
// files that it writes.
func (m mutant) test(folder, scratch string) (outcome, error) {
	path, err := filepath.Abs(m.path)
	if err != nil {
		return broken, err
	}
	if err := os.WriteFile(scratch+".go", m.text(), 0o666); err != nil {
		return broken, err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {path: scratch + ".go"}})
	if err != nil {
		return broken, err
	}
	if err := os.WriteFile(scratch+".json", overlay, 0o666); err != nil {
		return broken, err
	}
	command := exec.Command("go", "test", "-vet=off", "-short", "-failfast", "-timeout=120s", "-overlay", scratch+".json", ".")
	command.Dir = folder
	output, err := command.CombinedOutput()
	switch {
	case err == nil:
		return unnoticed, nil
	case strings.Contains(string(output), "[build failed]"), strings.Contains(string(output), "[setup failed]"):
		return broken, nil
	}
	return noticed, nil
}
