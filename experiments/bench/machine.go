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

// Machine is what the numbers were measured on.
type Machine struct {
	Processor string `json:"processor"`
	System    string `json:"system"` // such as linux/amd64
	Cores     int    `json:"cores"`  // that Go runs on
	Go        string `json:"go"`
	Version   string `json:"gmnc"`
	Kernels   string `json:"kernels"` // the level
	// Load is the number of busy threads of others before the start, on
	// average over a minute; empty where the system does not report it.
	Load string `json:"load_before,omitempty"`
	Date string `json:"date"`
}

// ThisMachine describes the machine, now.
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

// name is the processor, and what of it is used.
func (m Machine) name() string {
	return fmt.Sprintf("%s, %d cores, %s kernels", m.Processor, m.Cores, m.Kernels)
}

// processor is the processor's name, where Linux reports it.
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

// peak measures the most floating point operations a second that the cores
// reach together.
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

// roundsAlone is the number of rounds of a call that makes multiply-adds alone: about
// half a millisecond.
const roundsAlone = 1 << 18

// multiplyAdds are nothing but those, on all cores and on one: what is measured
// like all else and cannot be exceeded, where the peak is the best of moments.
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
