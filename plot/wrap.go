package plot

import (
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// wrap breaks a text into lines of at most a width: between words, and within words that are
// longer than a line.
func wrap(all string, style text.Style, width vg.Length) string {
	if style.Width(all) <= width {
		return all
	}
	var lines []string
	for paragraph := range strings.SplitSeq(all, "\n") {
		line := ""
		for _, word := range strings.Fields(paragraph) {
			if longer := strings.TrimSpace(line + " " + word); style.Width(longer) <= width {
				line = longer
				continue
			}
			if line != "" {
				lines = append(lines, line)
			}
			var full []string
			full, line = cut(word, style, width)
			lines = append(lines, full...)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// cut splits a word into pieces that are as long as fits, and returns them and the rest.
func cut(word string, style text.Style, width vg.Length) (pieces []string, rest string) {
	runes := []rune(word)
	for len(runes) > 1 && style.Width(string(runes)) > width {
		count := 1
		for count < len(runes) && style.Width(string(runes[:count+1])) <= width {
			count++
		}
		pieces, runes = append(pieces, string(runes[:count])), runes[count:]
	}
	return pieces, string(runes)
}

// shortened returns a name with at most the given number of letters. It leaves out the middle,
// since both ends distinguish names.
func shortened(name string, letters int) string {
	runes := []rune(name)
	if len(runes) <= letters {
		return name
	}
	half := (letters - 1) / 2
	return string(runes[:letters-1-half]) + ellipsis + string(runes[len(runes)-half:])
}

// fitted returns a text without the part of its middle that would make it wider than a width.
func fitted(all string, size, width vg.Length) string {
	style := text.Style{Font: sans(size), Handler: plot.DefaultTextHandler}
	short := all
	for letters := len([]rune(all)); letters > 1 && style.Width(short) > width; letters-- {
		short = shortened(all, letters-1)
	}
	return short
}
