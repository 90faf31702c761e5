#!/usr/bin/env bash
# Creates an authority, and a kubeconfig or a certificate for each program of the cluster: certificates.sh <folder>
set -euo pipefail
source "$(dirname "$0")/addresses.sh"
cd "$1"

main() {
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=cluster -keyout ca.key -out ca.crt
  openssl genrsa -out service-accounts.key 2048
  openssl rsa -in service-accounts.key -pubout -out service-accounts.pub
  certify api-server /CN=api-server \
    "IP:$CONTROL_PLANE,IP:$API_SERVICE,IP:127.0.0.1,DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc"
  certify api-server-to-kubelets /O=system:masters/CN=api-server-to-kubelets
  certify front-proxy /CN=front-proxy
  kubeconfig admin /O=system:masters/CN=admin
  kubeconfig controller-manager /CN=system:kube-controller-manager
  kubeconfig scheduler /CN=system:kube-scheduler
  kubeconfig kube-proxy /CN=system:kube-proxy
  kubeconfig kube-router /CN=kube-router
  for node in $(seq "$NODES"); do
    kubeconfig "node-$node" "/O=system:nodes/CN=system:node:node-$node"
  done
}

# certify <name> <subject> [<further names>]
certify() {
  openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "$2" -keyout "$1.key" -out "$1.csr"
  printf 'extendedKeyUsage=clientAuth,serverAuth\n%s\n' "${3:+subjectAltName=$3}" >"$1.extensions"
  openssl x509 -req -in "$1.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days 30 -extfile "$1.extensions" -out "$1.crt"
}

kubeconfig() {
  certify "$1" "$2"
  cat >"$1.kubeconfig" <<YAML
apiVersion: v1
kind: Config
current-context: cluster
contexts: [{ name: cluster, context: { cluster: cluster, user: user } }]
clusters:
  - name: cluster
    cluster: { server: "https://$CONTROL_PLANE:6443", certificate-authority-data: $(base64 -w0 ca.crt) }
users:
  - name: user
    user: { client-certificate-data: $(base64 -w0 "$1.crt"), client-key-data: $(base64 -w0 "$1.key") }
YAML
}

umask 077
main 2>/dev/null
