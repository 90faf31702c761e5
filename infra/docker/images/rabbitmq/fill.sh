#!/usr/bin/env bash
# Opens Debian's RabbitMQ in $ROOT to guests from other hosts, as the public image is.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

install -D -m 644 "$here/rabbitmq.conf" "$ROOT/etc/rabbitmq/rabbitmq.conf"
