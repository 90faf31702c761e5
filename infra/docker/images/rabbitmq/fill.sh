#!/usr/bin/env bash
# Puts Debian's RabbitMQ into $ROOT, open to guests from other hosts as the public image is.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

chroot "$ROOT" apt-get -qq update
DEBIAN_FRONTEND=noninteractive chroot "$ROOT" apt-get -qq install -y --no-install-recommends rabbitmq-server >/dev/null
install -D -m 644 "$here/rabbitmq.conf" "$ROOT/etc/rabbitmq/rabbitmq.conf"
