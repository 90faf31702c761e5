#!/usr/bin/env bash
# Puts Node and npm into $ROOT: Debian's are older, npm's registry has both.
set -euo pipefail

package=node-linux-$(node -p process.arch)
npm install --silent --no-save --ignore-scripts --prefix "$WORK/node" "$package@24"
install -m 755 "$WORK/node/node_modules/$package/bin/node" "$ROOT/usr/local/bin/node"
npm install --silent --global --ignore-scripts --prefix "$ROOT/usr/local" npm@11
