#!/bin/sh
# gather.sh <clone> <image>: puts what is installed here and the sources of our packages among it into a folder.
set -eu
clone=$1 image=$2

# For editors and debuggers of others' code.
find . -path '*/node_modules/*' -type f \
  \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

mkdir "$image"
cp -a node_modules "$image"
# npm links our packages to their folders, and puts there what must not be the others' version.
find node_modules -type l ! -path '*/.bin/*' -exec realpath --relative-to . {} + | while read -r folder; do
  (cd "$clone" && cp -r --parents "$folder" "$image")
  [ ! -d "$folder/node_modules" ] || cp -a "$folder/node_modules" "$image/$folder"
done
