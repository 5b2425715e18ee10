package commandline

import (
	"strings"
)

// table formats rows below headings. Each word of a heading is in a line of its own.
type table struct{ columns []column }

// column is a heading, and the number of letters that its cells have room for.
type column struct {
	title string
	width int
	text  bool // begins at the left
}

const (
	indent  = "  " // of all rows
	between = "  "
)

// numberColumn returns the column of a number with at most width letters.
func numberColumn(title string, width int) column { return column{title: title, width: width} }

// newTable returns a table whose columns also have room for the words of their titles.
func newTable(columns ...column) *table {
	for i, c := range columns {
		for word := range strings.FieldsSeq(c.title) {
			columns[i].width = max(columns[i].width, letters(word))
		}
	}
	return &table{columns}
}

// sized returns a table with room for the given rows. texts holds the indices of the columns of
// text, which are aligned at the left.
func sized(titles []string, rows [][]string, texts ...int) *table {
	columns := make([]column, len(titles))
	for i, title := range titles {
		columns[i] = column{title: title}
		for _, row := range rows {
			columns[i].width = max(columns[i].width, letters(row[i]))
		}
	}
	for _, i := range texts {
		columns[i].text = true
	}
	return newTable(columns...)
}

// filled returns a sized table and its rows as text.
func filled(width int, titles []string, rows [][]string, texts ...int) string {
	var all []string
	for _, part := range sized(titles, rows, texts...).parts(width, rows) {
		all = append(all, part.head+part.rows)
	}
	return strings.Join(all, "\n")
}

// fit returns the number of columns, beginning with from, that fit into a width next to the
// first column. It is at least one.
func (t *table) fit(from, width int) int {
	used := len(indent) + t.columns[0].width
	for i, c := range t.columns[from:] {
		if used += len(between) + c.width; used > width && i > 0 {
			return i
		}
	}
	return len(t.columns) - from
}

// fits reports whether a row fits into one line of a width.
func (t *table) fits(width int) bool { return 1+t.fit(1, width) == len(t.columns) }

// part is a table as text, or a part of one.
type part struct{ head, rows string }

// parts returns the table with its rows. If the columns do not fit into the width, there are
// several parts, each of which begins with the first column.
func (t *table) parts(width int, rows [][]string) (all []part) {
	for from := 1; from < len(t.columns); {
		until := from + t.fit(from, width)
		some := &table{append(t.columns[:1:1], t.columns[from:until]...)}
		text := ""
		for _, row := range rows {
			text += some.row(append(row[:1:1], row[from:until]...)...)
		}
		all = append(all, part{some.head(), text})
		from = until
	}
	return all
}

// head returns the lines of the headings.
func (t *table) head() string {
	high := 0
	for _, c := range t.columns {
		high = max(high, len(strings.Fields(c.title)))
	}
	var all strings.Builder
	for level := range high {
		cells := make([]string, len(t.columns))
		for i, c := range t.columns {
			words := strings.Fields(c.title)
			if from := level - (high - len(words)); from >= 0 {
				cells[i] = words[from]
			}
		}
		all.WriteString(t.row(cells...))
	}
	return all.String()
}

// row returns a line with a cell for each column.
func (t *table) row(cells ...string) string {
	aligned := make([]string, len(cells))
	for i, cell := range cells {
		c := t.columns[i]
		free := strings.Repeat(" ", max(0, c.width-letters(cell)))
		if aligned[i] = free + cell; c.text {
			aligned[i] = cell + free
		}
	}
	return strings.TrimRight(indent+strings.Join(aligned, between), " ") + "\n"
}
