import { answersHandshake } from '@archaka/engines';
import {
  type Balancer,
  COMPONENTS,
  createReadinessProbe,
  type ReadinessProbe,
  type ServiceName,
  startBalancer,
} from '@archaka/test-kit';
import { OWN_HOST } from './machines.ts';

/** The shell's port on every machine; the ports of the other components follow it. */
export const PORTAL_PORT = 8080;
export const BROKER_PORT = 5672;
const HANDLER_OFFSET = 5;
/** The payment request handler and the simulator. */
const OTHER_PORTS = 2;

/** As in the launcher: the ports from HANDLER_OFFSET on follow the others'. */
function toOffset(name: ServiceName | 'handler'): number {
  if (name === 'handler') return HANDLER_OFFSET;
  const position = COMPONENTS.findIndex((component) => component === name);
  return position < HANDLER_OFFSET ? position : position + OTHER_PORTS;
}

const toBalancedPort = (name: ServiceName | 'handler'): number => PORTAL_PORT + toOffset(name);

/** A component's address for machines. */
export const toOwnUrl = (name: ServiceName): string => `http://${OWN_HOST}:${toBalancedPort(name)}`;

/** An address for browsers: one-time passwords are shown at a loopback origin only. */
export const toPublicUrl = (name: 'shell' | 'handler'): string => `http://localhost:${toBalancedPort(name)}`;

/** The payment request handler runs in the process of svc-application, which reports its readiness. */
const probeHandler: ReadinessProbe = (url) => {
  const address = new URL(url);
  address.port = String(toBalancedPort('svc-application'));
  return createReadinessProbe('svc-application')(address.origin);
};

const probeBroker: ReadinessProbe = (url) =>
  answersHandshake({ host: new URL(url).hostname, port: BROKER_PORT });

async function startSharing(
  port: number,
  hosts: readonly string[],
  isReady: ReadinessProbe,
): Promise<Balancer> {
  const balancer = await startBalancer({ port, host: '::', isReady });
  await Promise.all(hosts.map((host) => balancer.add(`http://${host}:${port}`)));
  return balancer;
}

/** Balances every component and the broker at our address over the ready instances. */
export async function startBalancers({
  portals,
  brokers,
}: {
  portals: readonly string[];
  brokers: readonly string[];
}): Promise<{ stop(): Promise<void> }> {
  const balancers = await Promise.all([
    ...COMPONENTS.map((name) => startSharing(toBalancedPort(name), portals, createReadinessProbe(name))),
    startSharing(toBalancedPort('handler'), portals, probeHandler),
    startSharing(BROKER_PORT, brokers, probeBroker),
  ]);
  return { stop: async () => void (await Promise.all(balancers.map((balancer) => balancer.close()))) };
}
