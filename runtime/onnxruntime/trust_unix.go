//go:build unix

package onnxruntime

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// trusted returns nil if the user or root owns a file, after links are resolved, and its
// folder, and not everybody may write to them. It accepts a folder that everybody may write to if
// the folder has the sticky bit, with which only the owner of a file may replace it. It does not
// check whether a group may write, since Debian gives /usr/local to the group staff.
func trusted(path string) error {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	for _, name := range []string{target, filepath.Dir(target)} {
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		owner, known := info.Sys().(*syscall.Stat_t)
		if known && owner.Uid != 0 && int(owner.Uid) != os.Geteuid() {
			return fmt.Errorf("%s belongs to another user (%d)", name, owner.Uid)
		}
		if guarded := info.IsDir() && info.Mode()&os.ModeSticky != 0; info.Mode()&0o002 != 0 && !guarded {
			return fmt.Errorf("everybody may write to %s", name)
		}
	}
	return nil
}
