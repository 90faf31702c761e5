#!/bin/sh
# gather.sh <clone> <image>: copies the installed packages and the sources of the workspaces into a folder.
set -eu
clone=$1 image=$2

# These files of third-party packages only serve editors and debuggers.
find . -path '*/node_modules/*' -type f \
  \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

mkdir "$image"
cp -a node_modules "$image"
# npm links the workspaces to their folders, which may contain other versions of dependencies.
find node_modules -type l ! -path '*/.bin/*' -exec realpath --relative-to . {} + | while read -r folder; do
  (cd "$clone" && cp -r --parents "$folder" "$image")
  [ ! -d "$folder/node_modules" ] || cp -a "$folder/node_modules" "$image/$folder"
done
