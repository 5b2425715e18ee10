package deploy

import (
	"fmt"
	"io"
	"slices"

	"gmnc/artifact"
	"gmnc/predict/verify"
)

// Write writes what was measured and what does not hold, each in a line.
func (v *Verification) Write(w io.Writer) {
	if v.Unknown != nil {
		v.writeUnknown(w)
		return
	}
	fmt.Fprintf(w, "%s: %s, written by %s; each row \"measured\" was measured now\n", v.Name, v.Model.Config().Model.Model, v.Model.File().Maker)
	writeLines(w, "measured", (&artifact.Certificate{Runtimes: v.Runtimes, Test: v.Test, Limited: v.Limited}).Lines(v.Model.Config()))
	if stated := v.Model.Certificate(); stated != nil && stated.Radius != nil && stated.Radius.Overlap != "" {
		artifact.Line(w, "stated", "%s", stated.Radius.OverlapText())
	}
	caveats := v.caveats()
	writeLines(w, "caveat", caveats)
	v.Stated.write(w)
	writeLines(w, "measured", v.OnTest.Lines(v.Model.Config()))
	if v.Model.Config().Data != nil && v.Model.Config().Data.Ranges != nil {
		drawn := "systems in and around the training ranges"
		if v.Model.Joints() != nil {
			drawn = "states of the joints"
		}
		artifact.Line(w, "seed", "The random %s are those of the seed %d; gmnc verify --seed %[2]d draws them again.", drawn, v.Seed)
	}
	writeLines(w, "missing", v.Missing)
	writeLines(w, "broken", v.Broken)
	if len(v.Broken) == 0 {
		artifact.Line(w, "limits", "%s", limits(v.measured().Magnifies(v.Model.Config()), v.Model.Joints() != nil))
		artifact.Line(w, "holds", "%s", holds(len(caveats)))
	}
}

// WriteResult writes the result of the verification without the measurements behind it: the
// errors on the test set, caveats, what could not be measured, and whether the file keeps its
// promises.
func (v *Verification) WriteResult(w io.Writer) {
	if v.Unknown != nil {
		v.writeUnknown(w)
		return
	}
	writeLines(w, "measured", (&artifact.Certificate{Test: v.Test}).Lines(v.Model.Config()))
	caveats := v.caveats()
	writeLines(w, "caveat", caveats)
	writeLines(w, "missing", v.Missing)
	writeLines(w, "broken", v.Broken)
	if len(v.Broken) == 0 {
		artifact.Line(w, "holds", "%s", holds(len(caveats)))
	}
}

// writeLines writes a line for each text, all with the same title.
func writeLines(w io.Writer, title string, texts []string) {
	for _, text := range texts {
		artifact.Line(w, title, "%s", text)
	}
}

// caveats returns a line for each limitation of the model.
func (v *Verification) caveats() []string {
	caveats := v.measured().Caveats(v.Model.Config(), v.Model.Joints())
	if trained, err := v.Model.Run(); err == nil {
		caveats = append(caveats, trained.Caveats()...)
	}
	return caveats
}

// measured is what was measured in all runtimes, and on the test samples.
func (v *Verification) measured() *artifact.Certificate {
	return &artifact.Certificate{Runtimes: append(slices.Clone(v.Runtimes), v.OnTest)}
}

// limits states the allowed errors, and whether a system exceeded them because of magnified
// rounding errors. Files in joint coordinates return no lengths, and nothing excuses their errors.
func limits(excused, joints bool) string {
	output, exact := fmt.Sprintf("An output may be off by %.1g of its largest magnitude", verify.Tolerance), "What has no error given must hold exactly."
	if joints {
		return fmt.Sprintf("%s. %s", output, exact)
	}
	needed := "No system needed this."
	if excused {
		needed = "The caveats on rounding above say how many systems needed this."
	}
	return fmt.Sprintf("%s, and a length may change by %.1g of the largest coordinate. %s %s %s", output, verify.LengthTolerance, verify.Excused, needed, exact)
}

// holds returns the last line for a file that is not broken. It says what that means, and the
// number of caveats above.
func holds(caveats int) string {
	text := "The file keeps every promise: rounding errors and, where they are promised, symmetry and lengths are within the limits. How well the model predicts is another matter: gmnc inspect says it at validated and caveat"
	switch caveats {
	case 0:
		return text + "."
	case 1:
		return text + "; 1 caveat above."
	}
	return fmt.Sprintf("%s; %d caveats above.", text, caveats)
}
