import type { Cluster } from './cluster.ts';
import { NAMESPACE } from './portal.ts';

/** The addresses at which pods listen. */
export const TARGETS = [
  'shell:8080',
  'svc-auth:8081',
  'svc-application:8082',
  'svc-payment:8083',
  'svc-ticket:8084',
  'mongo:27017',
  'rabbitmq:5671',
  'razorpay-sim:8086',
] as const;
export type Target = (typeof TARGETS)[number];

const STORES: readonly Target[] = ['mongo:27017', 'rabbitmq:5671'];

/** The targets that infra/k8s/network permits to each component. */
export const ALLOWED: Readonly<Record<string, readonly Target[]>> = {
  shell: ['svc-auth:8081', 'svc-application:8082', 'svc-payment:8083', 'svc-ticket:8084'],
  'svc-auth': ['svc-auth:8081', 'svc-application:8082', 'svc-payment:8083', 'svc-ticket:8084', ...STORES],
  'svc-application': ['svc-auth:8081', 'svc-payment:8083', ...STORES],
  'svc-payment': ['svc-auth:8081', ...STORES],
  'svc-ticket': ['svc-auth:8081', 'svc-application:8082', ...STORES],
  'razorpay-sim': [],
};

/** Runs in a pod: connects to every target and prints the reachable ones. */
const PROBE = `
const { connect } = require('node:net');
const tryOne = (target) => new Promise((resolve) => {
  const [host, port] = target.split(':');
  const socket = connect({ host, port: Number(port), timeout: 5000 });
  const end = (reached) => { socket.destroy(); resolve(reached ? [target] : []); };
  socket.once('connect', () => end(true)).once('timeout', () => end(false)).once('error', () => end(false));
});
Promise.all(process.argv.slice(1).map(tryOne)).then((found) => console.log(found.flat().join()));
`;

/** Lists the targets that a pod of the component can connect to. */
export async function listReachable({ kubectl }: Cluster, part: string): Promise<string[]> {
  const inPod = ['exec', '-n', NAMESPACE, `deployment/${part}`, '--', 'node', '-e', PROBE];
  return (await kubectl(...inPod, ...TARGETS)).split(',').filter(Boolean);
}
