package commandline

import (
	"strings"
	"unicode/utf8"
)

// hanging is how much further than its first line the other lines of a wrapped text begin.
const hanging = 4

// wrap breaks the lines of a text at spaces, so that each fits into width letters where its
// words do. A line that fits stays as it is.
func wrap(text string, width int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if utf8.RuneCountInString(line) > width {
			lines[i] = wrapLine(line, width)
		}
	}
	return strings.Join(lines, "\n")
}

func wrapLine(line string, width int) string {
	start := line[:len(line)-len(strings.TrimLeft(line, " "))]
	next := start + strings.Repeat(" ", hanging)
	var all strings.Builder
	used := 0
	for i, word := range strings.SplitAfter(line[len(start):], " ") {
		long := utf8.RuneCountInString(strings.TrimRight(word, " "))
		switch {
		case i == 0:
			all.WriteString(start)
			used = len(start)
		case long > 0 && used+long > width:
			all.WriteString("\n" + next)
			used = len(next)
		}
		all.WriteString(word)
		used += utf8.RuneCountInString(word)
	}
	return all.String()
}
