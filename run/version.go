package run

import "runtime/debug"

// version is the version of the next release; see CHANGELOG.
const version = "0.1.0"

// Version is the version of gmnc, with the commit it was built from if the
// build knows it, and whether files were changed since.
func Version() string {
	info, known := debug.ReadBuildInfo()
	if !known {
		return version
	}
	commit, changed := "", ""
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision" && len(setting.Value) >= 12:
			commit = "+" + setting.Value[:12]
		case setting.Key == "vcs.modified" && setting.Value == "true":
			changed = ".modified"
		}
	}
	if commit == "" {
		return version
	}
	return version + commit + changed
}
