package system

import "strings"

// featureDocs describes the features of gmnc's own data sets.
var featureDocs = map[string]string{
	"z":               "atomic number over the largest one in the training data",
	"hop":             "1 between bonded neighbors, 2 two bonds apart, 0 otherwise",
	"z_receiver":      "atomic number of the particle",
	"z_sender":        "atomic number of its neighbor",
	"one":             "always 1",
	StiffnessFeature:  "stiffness of the spring between the two, 0 for none",
	RestLengthFeature: "rest length of the spring between the two",
}

// DescribeFeatures lists the names of features, each with its description if there is one: "hop
// (1 between bonded neighbors, ...), length".
func DescribeFeatures(names []string) string {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = name
		if doc := featureDocs[name]; doc != "" {
			texts[i] += " (" + doc + ")"
		}
	}
	return strings.Join(texts, ", ")
}
