package run

import "runtime/debug"

// version is the version of the next release; see CHANGELOG.
const version = "0.1.0"

// Version returns the version of gmnc. If the build knows them, the commit and whether files
// were changed since follow.
func Version() string {
	info, known := debug.ReadBuildInfo()
	if !known {
		return version
	}
	return version + revision(info.Settings)
}

// revision returns the commit of a build, and whether files were changed since. It returns "" if
// the settings of the build have no commit.
func revision(settings []debug.BuildSetting) string {
	commit, changed := "", ""
	for _, setting := range settings {
		switch {
		case setting.Key == "vcs.revision" && len(setting.Value) >= 12:
			commit = "+" + setting.Value[:12]
		case setting.Key == "vcs.modified" && setting.Value == "true":
			changed = ".modified"
		}
	}
	if commit == "" {
		return ""
	}
	return commit + changed
}
