package jointlog

import (
	"fmt"

	"gmnc/sysid/series"
)

// restartRows is the number of rows that a stamp goes back by, and the number of rows in order on
// either side, from which the stamps count as those of another recording. Messages that arrive out
// of order go back by fewer rows, or are fewer.
const restartRows = 10

// restarts returns the rows at which the stamps begin again.
func (r *Recording) restarts() (rows []int) {
	if len(r.Time) < 2*restartRows {
		return nil
	}
	back := restartRows * series.Step(r.Time)
	begin := 0 // of the stamps that are in order
	for row := 1; row < len(r.Time); row++ {
		if r.Time[row] >= r.Time[row-1] {
			continue
		}
		end := row + 1
		for end < len(r.Time) && r.Time[end] >= r.Time[end-1] {
			end++
		}
		if back > 0 && r.Time[row-1]-r.Time[row] >= back && row-begin >= restartRows && end-row >= restartRows {
			rows = append(rows, row)
		}
		begin = row
	}
	return rows
}

// divide returns the recording in parts whose stamps each begin again, sorted by their stamps. It
// notes that there are several, and the number of rows that it drops.
func (l *Log) divide(r Recording) (parts []Recording) {
	restarts := r.restarts()
	if restarts == nil {
		l.sort(&r)
		return []Recording{r}
	}
	row := restarts[0]
	l.Notes = append(l.Notes, fmt.Sprintf("%s: the time goes back from %.6g to %.6g in row %d, counted from 0 (the first of %d such rows), so these are %d recordings and are read as such", r.Name, r.Time[row-1], r.Time[row], row, len(restarts), len(restarts)+1))
	begin := 0
	for i, end := range append(restarts, len(r.Time)) {
		part := *r.rows(begin, end)
		part.Name = fmt.Sprintf("%s %d", r.Name, i)
		l.sort(&part)
		parts = append(parts, part)
		begin = end
	}
	return parts
}

// sort sorts a recording and notes the number of rows that it drops.
func (l *Log) sort(r *Recording) {
	if dropped := r.sorted(); dropped > 0 {
		l.Notes = append(l.Notes, fmt.Sprintf("%s: %d rows have the stamp of another row, and are left out", r.Name, dropped))
	}
}
