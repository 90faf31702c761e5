#!/usr/bin/env bash
# The first process of a node in its own namespaces: node.sh <number>
# Runs containerd, kubelet, kube-proxy and kube-router.
set -euo pipefail
source "$HERE/addresses.sh"
source "$HERE/run.sh"
PATH=$PROGRAMS/kubernetes:$PATH
NAME=node-$1 ADDRESS=$(node_address "$1") PODS=$(node_pods "$1")
FOLDER=$CLUSTER/nodes/$NAME PKI=$CLUSTER/pki SOCKET=/run/containerd/containerd.sock

main() {
  hostname "$NAME"
  mount --make-rshared /
  own_folders
  route_to_pods_of_others
  write_settings
  run "$NAME.containerd" containerd --config "$FOLDER/containerd.toml"
  until ctr --address "$SOCKET" version >/dev/null 2>&1; do sleep 0.2; done
  import_images
  run "$NAME.kubelet" kubelet --kubeconfig "$PKI/$NAME.kubeconfig" --config "$FOLDER/kubelet.yaml" \
    --hostname-override "$NAME" --node-ip "$ADDRESS"
  run "$NAME.kube-proxy" kube-proxy --kubeconfig "$PKI/kube-proxy.kubeconfig" --hostname-override "$NAME" \
    --proxy-mode iptables --cluster-cidr "$PODS_NETWORK" --conntrack-max-per-core 0 \
    --conntrack-tcp-timeout-established 0 --conntrack-tcp-timeout-close-wait 0
  # kube-router exits when its node is not registered yet.
  until kubectl --kubeconfig "$PKI/$NAME.kubeconfig" get node "$NAME" >/dev/null 2>&1; do sleep 0.5; done
  run "$NAME.kube-router" "$PROGRAMS/kube-router/kube-router" --kubeconfig "$PKI/kube-router.kubeconfig" \
    --hostname-override "$NAME" --run-firewall=true --run-router=false --run-service-proxy=false \
    --service-cluster-ip-range "$SERVICES_NETWORK" --health-port 0 --metrics-port 0
  wait -n
  echo 'A process of the node has ended.' && exit 1
}

# The node's data is on a disk in an unlinked file, which is deleted with the last process that uses it.
own_folders() {
  mkdir -p "$FOLDER/log" "$CLUSTER/volumes"
  truncate --size 40G "$FOLDER/disk"
  mkfs.ext4 -q -E lazy_itable_init=1,lazy_journal_init=1,nodiscard "$FOLDER/disk"
  mount -o loop,noatime "$FOLDER/disk" /var/lib
  rm "$FOLDER/disk"
  mkdir -p /var/lib/kubelet/seccomp/archaka
  mount -t tmpfs tmpfs /run
  mkdir -p /run/lock /run/volumes
  mount --bind "$CLUSTER/volumes" /run/volumes
  cp "$HERE/../../docker/seccomp-chromium.json" /var/lib/kubelet/seccomp/archaka/
  mount --bind "$FOLDER/log" /var/log
}

route_to_pods_of_others() {
  local other
  sysctl -qw net.ipv4.ip_forward=1
  for other in $(seq "$NODES"); do
    [[ node-$other == "$NAME" ]] || ip route add "$(node_pods "$other")" via "$(node_address "$other")"
  done
}

write_settings() {
  local plugins=/usr/lib/cni
  [[ -d $plugins ]] || plugins=/opt/cni/bin
  mkdir -p "$FOLDER/cni"
  # Every pod has a separate point-to-point device, so that traffic within the node also passes the packet filters.
  cat >"$FOLDER/cni/pods.conflist" <<JSON
{
  "cniVersion": "1.0.0",
  "name": "pods",
  "plugins": [
    {
      "type": "ptp",
      "ipam": { "type": "host-local", "ranges": [[{ "subnet": "$PODS" }]], "routes": [{ "dst": "0.0.0.0/0" }] }
    },
    { "type": "portmap", "capabilities": { "portMappings": true } }
  ]
}
JSON
  cat >"$FOLDER/containerd.toml" <<TOML
version = 2
root = "/var/lib/containerd"
state = "/run/containerd"
[grpc]
  address = "$SOCKET"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "archaka-kube/pause:1"
  # For machines that may not lower the OOM score.
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "$plugins"
    conf_dir = "$FOLDER/cni"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
TOML
  echo 'nameserver 127.0.0.1' >"$FOLDER/resolv.conf"
  cat >"$FOLDER/kubelet.yaml" <<YAML
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
authentication:
  anonymous: { enabled: false }
  webhook: { enabled: true }
  x509: { clientCAFile: $PKI/ca.crt }
authorization: { mode: Webhook }
cgroupDriver: cgroupfs
cgroupRoot: /$DEVICE/$NAME
clusterDNS: [$DNS_SERVICE]
clusterDomain: cluster.local
containerRuntimeEndpoint: unix://$SOCKET
failSwapOn: false
resolvConf: $FOLDER/resolv.conf
# The machine's disk is shared: a node does not evict pods because other programs fill it.
evictionHard: { memory.available: 100Mi, nodefs.available: 1%, imagefs.available: 1% }
imageGCHighThresholdPercent: 100
nodeStatusReportFrequency: 10s
YAML
}

import_images() {
  local archive
  for archive in "$CLUSTER"/images/*.tar; do
    ctr --address "$SOCKET" --namespace k8s.io images import "$archive" >/dev/null
  done
}

main "$1"
