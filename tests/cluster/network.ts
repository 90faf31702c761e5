import { readFileSync } from 'node:fs';
import { COMPONENTS, SERVICES } from '@archaka/test-kit';
import { ROOT } from '../stages/stage.ts';
import type { Cluster } from './cluster.ts';
import { NAMESPACE } from './portal.ts';

/** The services' addresses, as svc-auth:8081. */
const SERVICE_TARGETS = [
  ...readFileSync(`${ROOT}infra/k8s/base/portal.env`, 'utf8').matchAll(/^[A-Z]+_URL=http:\/\/(svc-.+)$/gm),
].map(([, target = '']) => target);

const STORES = ['mongo:27017', 'rabbitmq:5671'];

/** The addresses at which pods listen. */
export const TARGETS = ['shell:8080', ...SERVICE_TARGETS, ...STORES, 'razorpay-sim:8086'];

/** The services that a component calls, beside its stores and svc-auth for keys. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  shell: SERVICES,
  'svc-auth': SERVICES,
  'svc-application': ['svc-payment'],
  'svc-ticket': ['svc-application'],
  'svc-desk': ['svc-application', 'svc-payment', 'svc-ticket'],
};

const listAllowed = (component: string): string[] => {
  const called = [...(CALLED[component] ?? []), 'svc-auth'];
  const services = SERVICE_TARGETS.filter((target) => called.some((name) => target.startsWith(`${name}:`)));
  return component === 'shell' ? services : [...services, ...STORES];
};

/** The targets that infra/k8s/network permits to each component. */
export const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(COMPONENTS.map((component) => [component, listAllowed(component)])),
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
