package reproduce

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gmnc/experiments/reproduce/protocol"
	"gmnc/runtime"
)

// Shard is one of the Of parts of a job's cells, numbered from 1. The zero value stands for all
// cells.
type Shard struct{ Number, Of int }

// UnmarshalText reads a shard such as 3/8.
func (s *Shard) UnmarshalText(text []byte) error {
	number, of, _ := strings.Cut(string(text), "/")
	var err, failed error
	s.Number, err = strconv.Atoi(number)
	s.Of, failed = strconv.Atoi(of)
	if err != nil || failed != nil || s.Number < 1 || s.Number > s.Of {
		return fmt.Errorf("a shard %q: expected its number and how many there are, as in 3/8", text)
	}
	return nil
}

// within returns the tasks of the shard. They depend on all tasks, but not on which of them are
// done: each task, the most expensive first, goes to the shard with the least work. Tasks that
// test the same training stay together.
func (s Shard) within(tasks []task) []task {
	if s.Of == 0 {
		return tasks
	}
	groups := together(tasks, task.training)
	works := map[string]float64{}
	name := func(group []task) string {
		first := protocol.Digest(group[0].cell)
		for _, t := range group {
			first = min(first, protocol.Digest(t.cell))
		}
		return first
	}
	for _, group := range groups {
		for _, t := range group {
			works[name(group)] += t.work
		}
	}
	slices.SortFunc(groups, func(a, b []task) int {
		return cmp.Or(cmp.Compare(works[name(b)], works[name(a)]), cmp.Compare(name(a), name(b)))
	})
	loads := make([]float64, s.Of)
	mine := map[string]bool{}
	for _, group := range groups {
		least := slices.Index(loads, slices.Min(loads))
		loads[least] += works[name(group)]
		for _, t := range group {
			mine[protocol.Digest(t.cell)] = least == s.Number-1
		}
	}
	return slices.DeleteFunc(slices.Clone(tasks), func(t task) bool { return !mine[protocol.Digest(t.cell)] })
}

// remains holds the reasons why the cells of a rank are blank, and the error of the rank.
type remains struct {
	Blank  map[string]string
	Failed string
}

// meet waits for all ranks and takes over what the others know about their cells. own are the
// tasks of this rank.
func (r *runner) meet(own []task, ranks runtime.Ranks) error {
	left := remains{Blank: map[string]string{}}
	for _, t := range own {
		if name := protocol.Digest(t.cell); r.blank[name] != "" {
			left.Blank[name] = r.blank[name]
		}
	}
	if r.failed != nil {
		left.Failed = r.failed.Error()
	}
	text, err := json.Marshal(left)
	if err := ranks.Agree(err); err != nil {
		return err
	}
	all, err := ranks.Share(text)
	if err != nil {
		return err
	}
	for rank, text := range all {
		var other remains
		if err := json.Unmarshal(text, &other); err != nil {
			return err
		}
		for name, reason := range other.Blank {
			r.blank[name] = reason
		}
		if r.failed == nil && other.Failed != "" {
			r.failed = &runtime.RankError{Rank: rank, Text: other.Failed}
		}
	}
	return nil
}

// ofOthers is the reason why cells of other shards are blank in this one.
const ofOthers = "another shard does it"
