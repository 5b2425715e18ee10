#!/bin/sh
# Builds the documentation as a site, build/site/html, which opens from the
# folder or from any server of files. A link that leads nowhere is an error.
set -eu
cd "$(dirname "$0")/.."
site="$PWD/build/site"
source="$site/source"
mermaid=11.17.2 # draws the diagrams of docs/models.md

mkdir -p "$site"
if ! cmp -s scripts/site/requirements.txt "$site/installed.txt"; then
	python3 -m venv --clear "$site/venv"
	"$site/venv/bin/pip" install -q -r scripts/site/requirements.txt
	cp scripts/site/requirements.txt "$site/installed.txt"
fi
if [ ! -d "$site/mermaid-$mermaid" ] && command -v npm >/dev/null; then
	(cd "$site" && npm pack --silent "mermaid@$mermaid" >/dev/null)
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
