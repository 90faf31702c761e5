import type { FaultyProxy, ReplicaSet } from '@archaka/engines';
import type { Portal, PortalAddresses } from '@archaka/test-kit';
import type { Random } from '../random.ts';
import type { Disturbances } from '../watch/disturbances.ts';
import type { Recoveries } from '../watch/recoveries.ts';
import type { RestartableBroker } from './broker.ts';
import type { ComponentName } from './components.ts';
import type { ProcessOrders } from './process-orders.ts';

/** The parts of a portal that one launcher runs, on this machine or another. */
export interface Installation {
  readonly portal: Portal;
  readonly host: string;
  /** What tells it from others in the report, such as ` of portal-2`; empty when it is alone. */
  readonly label: string;
  readonly orders: ProcessOrders;
}

/** What all runs take apart, and what they are judged by. */
export interface Environment {
  /** Where applicants and the provider find it, and whose secrets open its events. */
  readonly portal: Pick<PortalAddresses, 'origin' | 'simulator' | 'dataDir'>;
  readonly installations: readonly Installation[];
  readonly databaseUrl: string;
  /** As the administrator, past all that may spoil it. */
  readonly brokerUrl: string;
  readonly disturbances: Disturbances;
  readonly recoveries: Recoveries;
}

/** The whole portal on this machine and everything around it that can be taken apart. */
export interface ChaosEnvironment extends Environment {
  readonly database: ReplicaSet;
  readonly broker: RestartableBroker;
  /** The network between the portal and what it needs. */
  readonly proxies: Readonly<Record<'MongoDB' | 'RabbitMQ' | 'Razorpay', readonly FaultyProxy[]>>;
}

export const pickInstallation = ({ installations }: Environment, random: Random): Installation =>
  random.pickOne(installations);

export interface RunningComponent {
  readonly pid: number;
  /** `host:port`. */
  readonly address: string;
}

/** A part as it runs now. */
export async function readComponent(
  { portal, host }: Installation,
  name: ComponentName,
): Promise<RunningComponent> {
  const component = (await portal.running()).parts[name];
  if (!component) throw new Error(`${name} has never run`);
  return { pid: component.pid, address: `${host}:${component.port}` };
}
