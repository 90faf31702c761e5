#!/usr/bin/env bash
# Builds the programs of a test cluster from Go modules into a folder: build.sh <folder>
# The operators' CRDs are in `crds`, except RabbitMQ's, which no module contains.
# etcd, containerd, CNI plugins and the programs for iptables are Debian packages, which root can install by apt-get.
# BUILD_JOBS: number of packages that are compiled concurrently.
set -euo pipefail

KUBERNETES=1.33.1 COREDNS=v1.12.1 KUBE_ROUTER=v2.1.0 METRICS_SERVER=v0.7.2
# The sources of the operators' CRDs: module, version, folder.
DEFINITIONS=(
  'github.com/cert-manager/cert-manager v1.17.2 deploy/crds'
  'github.com/kedacore/keda/v2 v2.17.0 config/crd/bases'
  'github.com/external-secrets/external-secrets v0.16.1 config/crds/bases'
  'github.com/prometheus-operator/prometheus-operator v0.82.0 example/prometheus-operator-crd'
  'github.com/mongodb/mongodb-kubernetes-operator v0.13.0 config/crd/bases'
)
PROGRAMS=(kube-apiserver kube-controller-manager kube-scheduler kubelet kube-proxy kubectl)
declare -A PACKAGE_OF=(
  [etcd]=etcd-server [containerd]=containerd [conntrack]=conntrack [ipset]=ipset [iptables]=iptables
  [catatonit]=catatonit [mkfs.ext4]=e2fsprogs [ip]=iproute2 [nsenter]=util-linux [openssl]=openssl
)

main() {
  [[ $# == 1 ]] || fail 'Usage: build.sh <folder>'
  mkdir -p "$1" && cd "$1"
  install_packages
  command -v go >/dev/null || fail 'Install Go 1.24 or later so that Kubernetes can be built (https://go.dev/dl).'
  export CGO_ENABLED=0 GOFLAGS="-mod=mod -trimpath -buildvcs=false ${BUILD_JOBS:+-p=$BUILD_JOBS}"
  WORK=$(mktemp -d) && trap 'rm -rf "$WORK"' EXIT
  have "kubernetes-v$KUBERNETES" build_kubernetes
  have "coredns-$COREDNS" build_coredns
  have "kube-router-$KUBE_ROUTER" build_module github.com/cloudnativelabs/kube-router/v2 "$KUBE_ROUTER" cmd/kube-router
  have "metrics-server-$METRICS_SERVER" build_module sigs.k8s.io/metrics-server "$METRICS_SERVER" cmd/metrics-server
  have crds-v2 copy_definitions
}

fail() {
  echo "$1" >&2
  exit 1
}

install_packages() {
  local program missing=()
  for program in "${!PACKAGE_OF[@]}"; do
    command -v "$program" >/dev/null || missing+=("${PACKAGE_OF[$program]}")
  done
  [[ -d /usr/lib/cni || -d /opt/cni/bin ]] || missing+=(containernetworking-plugins)
  [[ ${#missing[@]} == 0 ]] && return
  [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null || fail "Install these Debian packages: ${missing[*]}."
  DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=60 --no-install-recommends \
    install "${missing[@]}" >"$PWD/apt.log" 2>&1 || { tail -n 5 "$PWD/apt.log" >&2 && exit 1; }
}

# have <name> <build>…: builds a folder of programs unless it exists, with a link without the version. The folder is
# moved to its name when it is complete.
have() {
  local name=$1
  shift
  ln -sfn "$name" "${name%-v*}"
  [[ ! -d $name ]] || return 0
  local started=$SECONDS
  echo "Building $name …"
  mkdir "$WORK/$name" "$WORK/$name.module"
  (cd "$WORK/$name.module" && "$@" "$WORK/$name") >"$WORK/log" 2>&1 || { tail -n 20 "$WORK/log" >&2 && exit 1; }
  mv "$WORK/$name" "$name"
  echo "$name: built in $((SECONDS - started)) s."
}

# Kubernetes' go.mod replaces 31 modules by its folder `staging`; here they are modules of the same release.
build_kubernetes() {
  local target=$1 definition version=k8s.io/component-base/version
  module_with "k8s.io/kubernetes v$KUBERNETES"
  definition=$(go mod download -json "k8s.io/kubernetes@v$KUBERNETES" | sed -n 's/.*"GoMod": "\(.*\)",/\1/p')
  sed -nE "s#^\s*(k8s.io/[a-z-]+) => ./staging.*#replace \1 => \1 v0.${KUBERNETES#1.}#p" "$definition" >>go.mod
  go build -ldflags "-s -w -X $version.gitVersion=v$KUBERNETES -X $version.gitMajor=1 -X $version.gitMinor=33" \
    -o "$target/" "${PROGRAMS[@]/#/k8s.io/kubernetes/cmd/}"
}

# Includes only the plugins in the cluster's Corefile, and none for clouds.
build_coredns() {
  module_with "github.com/coredns/coredns $COREDNS"
  {
    echo 'package main'
    echo 'import ('
    echo '  "github.com/coredns/coredns/coremain"'
    for plugin in cache errors health kubernetes ready reload; do
      echo "  _ \"github.com/coredns/coredns/plugin/$plugin\""
    done
    echo ')'
    echo 'func main() { coremain.Run() }'
  } >main.go
  go build -ldflags '-s -w' -o "$1/coredns" .
}

# build_module <module> <version> <its package> <folder>
build_module() {
  module_with "$1 $2"
  go build -ldflags '-s -w' -o "$4/" "$1/$3"
}

# Omits Helm's placeholders in comments and labels.
copy_definitions() {
  local module version folder file source
  for definition in "${DEFINITIONS[@]}"; do
    read -r module version folder <<<"$definition"
    source=$(go mod download -json "$module@$version" | sed -n 's/.*"Dir": "\(.*\)",/\1/p')
    for file in "$source/$folder"/*.yaml; do
      ! grep -q '^kind: CustomResourceDefinition' "$file" || grep -v '{{' "$file" >"$1/$(basename "$file")"
    done
  done
}

module_with() { printf 'module cluster\ngo 1.24.0\nrequire %s\n' "$1" >go.mod; }

main "$@"
