package bench

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"gmnc/run"
	"gmnc/runtime/native/kernels"
)

// Machine describes the machine on which the numbers were measured.
type Machine struct {
	Processor string `json:"processor"`
	System    string `json:"system"` // such as linux/amd64
	Cores     int    `json:"cores"`  // the number of cores on which Go runs
	Go        string `json:"go"`
	Version   string `json:"gmnc"`
	Kernels   string `json:"kernels"` // the level of the kernels
	// Load is the number of other busy threads before the start, averaged over a minute, or ""
	// if the system does not report it.
	Load string `json:"load_before,omitempty"`
	Date string `json:"date"`
}

// ThisMachine describes this machine in its present state.
func ThisMachine() Machine {
	return Machine{
		Processor: processor(),
		System:    runtime.GOOS + "/" + runtime.GOARCH,
		Cores:     runtime.GOMAXPROCS(0),
		Go:        runtime.Version(),
		Version:   run.Version(),
		Kernels:   kernels.Level(),
		Load:      load(),
		Date:      time.Now().UTC().Format(time.DateTime),
	}
}

// name returns the name of the processor, and what the program uses of it.
func (m Machine) name() string {
	return fmt.Sprintf("%s, %s, %s kernels", m.Processor, m.CoreCount(), m.Kernels)
}

// CoreCount returns the number of cores with its noun, such as "1 core" or "2 cores".
func (m Machine) CoreCount() string {
	if m.Cores == 1 {
		return "1 core"
	}
	return fmt.Sprintf("%d cores", m.Cores)
}

// processor returns the processor's name, if Linux reports it.
func processor() string {
	file, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "unknown processor"
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if key, value, _ := strings.Cut(lines.Text(), ":"); strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}

func load() string {
	text, _ := os.ReadFile("/proc/loadavg")
	average, _, _ := strings.Cut(string(text), " ")
	return average
}

// peak measures the largest number of floating-point operations per second that the cores reach
// together.
func peak(cores int) float64 {
	rates := make([]float64, cores)
	var group sync.WaitGroup
	for i := range rates {
		group.Go(func() { rates[i] = kernels.Peak() })
	}
	group.Wait()
	sum := 0.0
	for _, rate := range rates {
		sum += rate
	}
	return sum
}

// roundsAlone is the number of rounds in a call that only makes multiply-adds, which takes
// about half a millisecond.
const roundsAlone = 1 << 18

// multiplyAdds returns cases that only make multiply-adds, on all cores and on one. They are
// measured like all other cases, so no case can be faster than they are. The peak, in contrast,
// is the best of short moments.
func multiplyAdds() (cases []benchCase) {
	for _, cores := range []int{runtime.GOMAXPROCS(0), 1} {
		cases = append(cases, benchCase{
			what: "multiply-adds alone", oneCore: cores == 1, operations: float64(cores * kernels.MultiplyAdds(1) * roundsAlone),
			prepare: func() (ready, error) {
				call := func() error {
					var group sync.WaitGroup
					for range cores {
						group.Go(func() { kernels.MultiplyAdds(roundsAlone) })
					}
					group.Wait()
					return nil
				}
				return ready{call, closesNothing}, nil
			},
		})
	}
	return cases
}
