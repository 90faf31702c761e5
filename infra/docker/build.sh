#!/usr/bin/env bash
# Builds the images of docker-compose.yml, and creates .env with new secrets unless it exists.
set -euo pipefail
cd "$(dirname "$0")/../.."

main() {
  infra/docker/images/build.sh
  docker compose version >/dev/null 2>&1 || fail 'Docker Compose is missing: install its plugin (docker-compose-plugin).'
  WORK=$(mktemp -d) && trap 'rm -rf "$WORK"' EXIT
  build_parts
  [[ -e .env ]] || make_secrets
  docker image ls 'archaka/*' --format 'table {{.Repository}}\t{{.Size}}'
}

fail() {
  echo "$1" >&2
  exit 1
}

build_parts() {
  local started=$SECONDS
  # The host's network, since builds have no other network with an engine without packet filters.
  export BUILD_NETWORK=host NPMRC=$WORK/npmrc
  npm_settings >"$NPMRC"
  VERSION=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json) REVISION=$(git rev-parse HEAD) SOURCE=$(source_address)
  export VERSION REVISION SOURCE
  no_secrets >"$WORK/no-secrets.env"
  docker compose --env-file "$WORK/no-secrets.env" --profile simulator --progress plain build >"$WORK/log" 2>&1 ||
    { tail -n 40 "$WORK/log" >&2 && fail 'Building the images of the components failed.'; }
  echo "The images of the components: built in $((SECONDS - started)) s."
}

# npm's settings, the user's last. Includes the certificates inline, since the named file does not exist in images.
npm_settings() {
  setting() { npm config get "$1" 2>/dev/null || true; }
  cat "$(setting globalconfig)" "$(setting userconfig)" 2>/dev/null | grep -v '^cafile' || true
  [[ ! -f $(setting cafile) ]] ||
    awk '/^-----BEGIN/ { printf "ca[]=\"" } /^-----BEGIN/, /^-----END/ { printf "%s\\n", $0 } /^-----END/ { print "\"" }' \
      "$(setting cafile)"
}

# The public address of the sources, without user name and password.
source_address() { (git remote get-url origin 2>/dev/null || true) | sed -nE 's#^https://([^@/]*@)?#https://#p'; }

# Compose requires every variable of the file, but builds use no secret.
no_secrets() { grep -oE '\$\{[A-Z_]+:\?' docker-compose.yml | sort -u | sed -E 's/^\$\{(.*):\?$/\1=none/'; }

make_secrets() {
  (umask 077 && docker run --rm --network none archaka/launcher node src/compose-env.ts >"$WORK/.env")
  mv "$WORK/.env" .env
  echo 'Wrote .env with new secrets. Save the file: stored data cannot be read without them.'
}

main
