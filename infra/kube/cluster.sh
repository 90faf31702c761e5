#!/usr/bin/env bash
# A real Kubernetes on this machine, for tests: cluster.sh <programs> <folder> [<nodes>]
# <programs>: what build.sh made. <folder>: all that the cluster writes; when nodes are ready, `kubeconfig` stands in it.
# <folder>/images/*.tar: images that the nodes get, as `docker save` writes them.
# It runs until it is ended. Everything of it lives in namespaces of processes, networks and mounts whose first process
# ends with this one, however that ends: no process, mount or packet filter outlives it.
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
PROGRAMS=$(realpath "$1") CLUSTER=$(realpath "$2") NODES=${3:-2}
export PROGRAMS CLUSTER NODES HERE
source "$HERE/addresses.sh"

main() {
  [[ $(id -u) == 0 ]] || fail 'Only root can start a cluster.'
  exec 9>"/run/lock/$DEVICE" && flock --nonblock 9 || fail 'A cluster of this kind runs already.'
  mkdir -p "$CLUSTER/logs" "$CLUSTER/pki" "$CLUSTER/volumes/"{1,2,3}
  # Pods write there as users of their own.
  chmod 777 "$CLUSTER/volumes/"*
  trap end EXIT
  trap 'exit 143' TERM
  trap 'exit 130' INT HUP
  remove_traces
  "$HERE/certificates.sh" "$CLUSTER/pki"
  make_cgroups
  setpriv --pdeathsig KILL unshare --net --mount --uts --ipc --pid --fork --kill-child=KILL --mount-proc \
    bash "$HERE/control-plane.sh" >"$CLUSTER/logs/cluster" 2>&1 9>&- &
  cluster=$!
  connect
  write_kubeconfig
  wait "$cluster" || fail "The cluster has ended: $(tail -n 5 "$CLUSTER/logs/cluster")"
}

fail() {
  echo "$1" >&2
  exit 1
}

# A pair of devices, of which one is in the cluster's network; both go with it.
connect() {
  local inside
  until inside=$(pgrep -P "$cluster"); do
    kill -0 "$cluster" 2>/dev/null || fail "$(cat "$CLUSTER/logs/cluster")"
    sleep 0.1
  done
  ip link add "$DEVICE" type veth peer name uplink netns "$inside"
  ip address add "$OUTSIDE/30" dev "$DEVICE"
  ip link set "$DEVICE" up
  ip route add "$NETWORK" via "$INSIDE"
}

write_kubeconfig() {
  until [[ -e $CLUSTER/ready ]]; do
    kill -0 "$cluster" 2>/dev/null || fail "$(tail -n 20 "$CLUSTER/logs/cluster")"
    sleep 0.2
  done
  mv "$CLUSTER/pki/admin.kubeconfig" "$CLUSTER/kubeconfig"
  echo "KUBECONFIG=$CLUSTER/kubeconfig"
}

# Of control groups there are no namespaces that end: each node has groups of its own, which are removed at the end.
make_cgroups() {
  local root node
  for root in $(cgroup_roots); do
    for node in $(seq "$NODES"); do
      mkdir -p "$root/$DEVICE/node-$node"
      [[ ! -e $root/cpuset.mems ]] || copy_cpuset "$root" "$root/$DEVICE" "$root/$DEVICE/node-$node"
    done
  done
}

copy_cpuset() {
  local source=$1 file target
  shift
  for target; do
    for file in cpuset.cpus cpuset.mems; do cat "$source/$file" >"$target/$file"; done
  done
}

cgroup_roots() { awk '$3 ~ /^cgroup2?$/ { print $2 }' /proc/mounts; }

# What the kernel would remove, too, but only once the last orphaned connection has run out.
remove_traces() {
  local root
  ip link delete "$DEVICE" 2>/dev/null || true
  for root in $(cgroup_roots); do
    [[ ! -d $root/$DEVICE ]] || find "$root/$DEVICE" -depth -type d -exec rmdir {} \; 2>/dev/null || true
  done
}

has_cgroups() {
  local root
  for root in $(cgroup_roots); do [[ ! -d $root/$DEVICE ]] || return 0; done
  return 1
}

end() {
  trap '' INT TERM HUP
  [[ -z $cluster ]] || kill -KILL "$cluster" 2>/dev/null || true
  wait || true
  for _ in {1..100}; do
    remove_traces
    has_cgroups || break
    sleep 0.1
  done
  rm -rf "$CLUSTER/nodes" "$CLUSTER/volumes" "$CLUSTER/pki" "$CLUSTER/kubeconfig" "$CLUSTER/ready"
}

cluster=
main
