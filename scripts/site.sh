#!/bin/sh
# Builds the documentation as a site, build/site/html, which opens from the
# folder or from any server of files. A link that leads nowhere is an error.
set -eu
cd "$(dirname "$0")/.."
site="$PWD/build/site"
source="$site/source"
mermaid=11.17.2 # draws the diagrams of docs/models.md
mermaid_sha256=6ad2f42c3fc26bbf9e45cbb6d11898972573ea52b33a5f4ff51952899f950ffd # of its npm package

mkdir -p "$site"
if ! cmp -s scripts/site/requirements.txt "$site/installed.txt"; then
	python3 -m venv --clear "$site/venv"
	"$site/venv/bin/pip" install -q -r scripts/site/requirements.txt
	cp scripts/site/requirements.txt "$site/installed.txt"
fi
if [ ! -d "$site/mermaid-$mermaid" ] && command -v npm >/dev/null; then
	(cd "$site" && npm pack --silent --ignore-scripts "mermaid@$mermaid" >/dev/null)
	digest="$(sha256sum "$site/mermaid-$mermaid.tgz" 2>/dev/null || shasum -a 256 "$site/mermaid-$mermaid.tgz")"
	if [ "${digest%% *}" != "$mermaid_sha256" ]; then
		echo "site: the package of mermaid $mermaid is not the one that is known (SHA-256 ${digest%% *})" >&2
		exit 1
	fi
	mkdir "$site/mermaid-$mermaid"
	tar -xzf "$site/mermaid-$mermaid.tgz" -C "$site/mermaid-$mermaid" --strip-components 1 package/dist/mermaid.min.js package/LICENSE
	rm "$site/mermaid-$mermaid.tgz"
fi

# The pages where they are in the project, so that links between them hold.
rm -rf "$source"
mkdir "$source"
git ls-files -z -- '*.md' docs | grep -zvE '(^|/)testdata/' | xargs -0 tar cf - | tar xf - -C "$source"
cp scripts/site/*.js scripts/site/*.css "$source"
if [ -d "$site/mermaid-$mermaid" ]; then
	cp "$site/mermaid-$mermaid/dist/mermaid.min.js" "$source"
	cp "$site/mermaid-$mermaid/LICENSE" "$source/mermaid.LICENSE"
else
	echo "npm is not here: diagrams are shown as their text" >&2
fi
cp scripts/site/mkdocs.yml "$site"
"$site/venv/bin/mkdocs" build --quiet --strict --clean -f "$site/mkdocs.yml"
echo "site: build/site/html/index.html"
