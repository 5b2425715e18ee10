package run

import (
	"fmt"
	"strings"
)

// ConstantTexts returns the learned constants, and those of a law in formulas, by their names. Each
// is a value with its error, such as "mass of 0": "1.5 +- 0.002 kg".
func (r *Run) ConstantTexts() map[string]string {
	texts := map[string]string{}
	for _, c := range r.Constants() {
		texts[c.subject()] = strings.TrimPrefix(c.String(), c.subject()+": ")
	}
	formulas, errors := r.Law()
	for i, formula := range formulas {
		for name, value := range formula.Constants {
			texts[fmt.Sprintf("%s of force %d", name, i)] = errors[i][name].Text(fmt.Sprintf("%.6g", value), "")
		}
	}
	return texts
}

// OfErrors reports whether a key of Metrics holds errors of constants, which ConstantTexts has in words.
func OfErrors(key string) bool {
	return strings.HasPrefix(key, errorKey("")) || strings.HasPrefix(key, findingsKey(""))
}
