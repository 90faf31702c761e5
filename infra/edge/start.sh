#!/bin/sh
# Writes the environment's values into nginx.conf, and executes nginx.
set -eu

: "${PORTAL_ORIGIN:?}" "${SHELL_ADDRESS:?}" "${HANDLER_ADDRESS:?}" "${TLS_CERTIFICATE:?}" "${TLS_KEY:?}"
STATE=${STATE:-/tmp/edge} ACCESS_LOG=${ACCESS_LOG:-/dev/stdout}
TLS_PORT=${TLS_PORT:-8443} HTTP_PORT=${HTTP_PORT:-8080} WORKERS=${WORKERS:-auto}
CONNECTIONS_PER_ADDRESS=${CONNECTIONS_PER_ADDRESS:-1000} REQUESTS_PER_SECOND=${REQUESTS_PER_SECOND:-300}

mkdir -p "$STATE"
script=
for name in STATE ACCESS_LOG PORTAL_ORIGIN SHELL_ADDRESS HANDLER_ADDRESS TLS_CERTIFICATE TLS_KEY TLS_PORT HTTP_PORT WORKERS \
  CONNECTIONS_PER_ADDRESS REQUESTS_PER_SECOND; do
  eval "value=\$$name"
  script="$script;s|@$name@|$value|g"
done
sed "${script#;}" "$(dirname "$0")/nginx.conf" >"$STATE/nginx.conf"

# Started as root, nginx would run its processes as a user that cannot read the folder.
user=
[ "$(id -u)" != 0 ] || user='user root;'
exec "${NGINX_PROGRAM:-nginx}" -e stderr -c "$STATE/nginx.conf" -g "daemon off; $user"
