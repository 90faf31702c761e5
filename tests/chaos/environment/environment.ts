import type { FaultyProxy, ReplicaSet } from '@archaka/engines';
import type { Portal, PortalAddresses, ServiceName } from '@archaka/test-kit';
import type { Random } from '../random.ts';
import type { Disturbances } from '../watch/disturbances.ts';
import type { Recoveries } from '../watch/recoveries.ts';
import type { RestartableBroker } from './broker.ts';
import type { ProcessOrders } from './process-orders.ts';

/** The components that one launcher runs, on this machine or another. */
export interface Installation {
  readonly portal: Portal;
  readonly host: string;
  /** Identifies the installation in the report, such as ` of portal-2`; empty when there is only one. */
  readonly label: string;
  readonly orders: ProcessOrders;
}

/** The common parts of all environments: the targets of faults and the measurements. */
export interface Environment {
  /** The addresses for applicants and the provider, and the data folder whose secrets decrypt events. */
  readonly portal: Pick<PortalAddresses, 'origin' | 'simulator' | 'dataDir'>;
  readonly installations: readonly Installation[];
  readonly databaseUrl: string;
  /** The administrator's address, without proxies. */
  readonly brokerUrl: string;
  readonly disturbances: Disturbances;
  readonly recoveries: Recoveries;
}

/** The whole portal on this machine with its database, broker and network. */
export interface ChaosEnvironment extends Environment {
  readonly database: ReplicaSet;
  readonly broker: RestartableBroker;
  /** The proxies between the portal and its dependencies. */
  readonly proxies: Readonly<Record<'MongoDB' | 'RabbitMQ' | 'Razorpay', readonly FaultyProxy[]>>;
}

export const pickInstallation = ({ installations }: Environment, random: Random): Installation =>
  random.pickOne(installations);

export interface RunningComponent {
  readonly pid: number;
  /** `host:port`. */
  readonly address: string;
}

/** Returns the current process of a component. @throws Error if it has never run */
export async function readComponent(
  { portal, host }: Installation,
  name: ServiceName,
): Promise<RunningComponent> {
  const component = (await portal.running()).parts[name];
  if (!component) throw new Error(`${name} was never started`);
  return { pid: component.pid, address: `${host}:${component.port}` };
}
