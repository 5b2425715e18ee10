package commandline

import (
	"strings"
	"unicode/utf8"
)

// table writes rows below headings, whose words stand below each other. Cells
// that a line has no room for are in the next one, indented, headings below headings.
type table struct {
	columns []column
	lines   []int // how many columns each line of a row has
}

// column is a heading, and how many letters its cells have room for.
type column struct {
	title string
	room  int
	text  bool // begins at the left
}

const (
	indent    = "  " // of all rows
	indention = "      "
	between   = "  "
)

// numberColumn is the column of a number with at most room letters.
func numberColumn(title string, room int) column { return column{title: title, room: room} }

// newTable puts columns into lines of a width.
func newTable(width int, columns ...column) *table {
	t := &table{columns: columns}
	used := width // so that the first begins a line
	for i, c := range columns {
		for _, word := range strings.Fields(c.title) {
			t.columns[i].room = max(t.columns[i].room, utf8.RuneCountInString(word))
		}
		needed := len(between) + t.columns[i].room
		if used+needed > width {
			t.lines, used = append(t.lines, 0), len(indentOf(len(t.lines)))-len(between)
		}
		t.lines[len(t.lines)-1]++
		used += needed
	}
	return t
}

// filled is a table of rows that are known, below their titles; the columns named by
// number are text.
func filled(width int, titles []string, rows [][]string, texts ...int) string {
	columns := make([]column, len(titles))
	for i, title := range titles {
		columns[i] = column{title: title}
		for _, row := range rows {
			columns[i].room = max(columns[i].room, utf8.RuneCountInString(row[i]))
		}
	}
	for _, i := range texts {
		columns[i].text = true
	}
	t := newTable(width, columns...)
	all := t.head()
	for _, row := range rows {
		all += t.row(row...)
	}
	return all
}

func indentOf(line int) string {
	if line == 0 {
		return indent
	}
	return indention
}

// head are the headings.
func (t *table) head() string {
	var all strings.Builder
	at := 0
	for number, count := range t.lines {
		high := 0
		for _, c := range t.columns[at : at+count] {
			high = max(high, len(strings.Fields(c.title)))
		}
		for level := range high {
			cells := make([]string, count)
			for i, c := range t.columns[at : at+count] {
				words := strings.Fields(c.title)
				if from := level - (high - len(words)); from >= 0 {
					cells[i] = words[from]
				}
			}
			all.WriteString(t.line(number, at, cells))
		}
		at += count
	}
	return all.String()
}

// row are the lines of a row, a cell for each column.
func (t *table) row(cells ...string) string {
	var all strings.Builder
	at := 0
	for number, count := range t.lines {
		all.WriteString(t.line(number, at, cells[at:at+count]))
		at += count
	}
	return all.String()
}

// line is one of a row, or of its headings, with cells from a column on.
func (t *table) line(number, from int, cells []string) string {
	aligned := make([]string, len(cells))
	for i, cell := range cells {
		c := t.columns[from+i]
		free := strings.Repeat(" ", max(0, c.room-utf8.RuneCountInString(cell)))
		if aligned[i] = free + cell; c.text {
			aligned[i] = cell + free
		}
	}
	return strings.TrimRight(indentOf(number)+strings.Join(aligned, between), " ") + "\n"
}
