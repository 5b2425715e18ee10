package jointlog

import (
	"regexp"
	"strconv"
	"strings"
)

// words say which quantity a column has, by a word of its name. The first row that fits
// counts: qd is a rate, though q is an angle.
var words = []struct{ quantity, words string }{
	{rateKey, "rate velocity velocities vel qd dq qdot dqdt speed omega"},
	{torqueKey, "torque torques effort efforts tau moment"},
	{currentKey, "current currents curr amps"},
	{angleKey, "angle angles position positions pos q theta state jointposition"},
	{timeKey, "time timestamp stamp t secs sec seconds"},
}

// commands are words of columns that say what a joint was told to do: those of its place are goals,
// and others are not read.
var commands = " target targets command commanded cmd desired des goal action reference ref setpoint "

var (
	word  = regexp.MustCompile(`[a-z]+|\d+`)
	camel = regexp.MustCompile(`([a-z])([A-Z])`)
)

// split are the words and numbers of a name, in small letters.
func splitName(name string) []string {
	return word.FindAllString(strings.ToLower(camel.ReplaceAllString(name, "${1}_$2")), -1)
}

// column is what a name says of a column.
type column struct {
	quantity string
	joint    int // its number; -1 where no joint is named
	numbered bool
	scale    float64 // that takes it to rad, rad/s and s
}

// understand finds what a column's name says. Names of joints count with and without _joint.
func understand(name string, joints []string) (c column, known bool) {
	c.joint, c.scale = -1, 1
	rest := strings.ToLower(name)
	longest := 0
	for j, joint := range joints {
		for _, form := range []string{joint, strings.TrimSuffix(joint, "_joint")} {
			at := boundary(rest, strings.ToLower(form))
			if at >= 0 && len(form) > longest {
				c.joint, longest = j, len(form)
			}
		}
	}
	if c.joint >= 0 {
		joint := strings.ToLower(joints[c.joint])
		for _, form := range []string{joint, strings.TrimSuffix(joint, "_joint")} {
			if at := boundary(rest, form); at >= 0 {
				rest = rest[:at] + " " + rest[at+len(form):]
				break
			}
		}
	} else {
		rest = name
	}
	parts := splitName(rest)
	for _, row := range words {
		for _, part := range parts {
			if c.quantity == "" && strings.Contains(" "+row.words+" ", " "+part+" ") {
				c.quantity = row.quantity
			}
		}
	}
	for _, part := range parts {
		if strings.Contains(commands, " "+part+" ") {
			if c.quantity != angleKey {
				return c, false
			}
			c.quantity = goalKey
			break
		}
	}
	for i, part := range parts {
		number, err := strconv.Atoi(part)
		switch {
		case err == nil && c.joint < 0 && i == len(parts)-1:
			c.joint, c.numbered = number, true
		case part == "deg" || part == "degrees":
			c.scale = degree
		case c.quantity == timeKey && (part == "ns" || part == "nsec" || part == "nanoseconds"):
			c.scale = 1e-9
		case c.quantity == timeKey && (part == "ms" || part == "milliseconds"):
			c.scale = 1e-3
		}
	}
	return c, c.quantity == timeKey || c.quantity != "" && c.joint >= 0
}

const degree = 0.017453292519943295

// boundary is where a part stands in a name, with neither letter nor digit beside it; -1 if
// nowhere.
func boundary(name, part string) int {
	for from := 0; ; {
		at := strings.Index(name[from:], part)
		if at < 0 {
			return -1
		}
		at += from
		if !alphanumeric(name, at-1) && !alphanumeric(name, at+len(part)) {
			return at
		}
		from = at + 1
	}
}

func alphanumeric(name string, at int) bool {
	if at < 0 || at >= len(name) {
		return false
	}
	c := name[at]
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
}
