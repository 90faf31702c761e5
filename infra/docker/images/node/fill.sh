#!/usr/bin/env bash
# Installs Node and npm in $ROOT from npm's registry, since Debian's are older.
set -euo pipefail

package=node-linux-$(node -p process.arch)
npm install --silent --no-save --ignore-scripts --prefix "$WORK/node" "$package@24"
install -m 755 "$WORK/node/node_modules/$package/bin/node" "$ROOT/usr/local/bin/node"
npm install --silent --global --ignore-scripts --prefix "$ROOT/usr/local" npm@11
