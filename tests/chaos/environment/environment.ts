import type { FaultyProxy, ReplicaSet } from '@archaka/engines';
import type { Portal } from '@archaka/test-kit';
import type { Disturbances } from '../watch/disturbances.ts';
import type { Recoveries } from '../watch/recoveries.ts';
import type { RestartableBroker } from './broker.ts';
import type { ComponentName } from './components.ts';
import type { ProcessOrders } from './process-orders.ts';

/** The whole portal and everything around it that can be taken apart. */
export interface ChaosEnvironment {
  readonly portal: Portal;
  readonly database: ReplicaSet;
  readonly broker: RestartableBroker;
  /** The network between the portal and what it needs. */
  readonly proxies: Readonly<Record<'MongoDB' | 'RabbitMQ' | 'Razorpay', readonly FaultyProxy[]>>;
  readonly orders: ProcessOrders;
  readonly disturbances: Disturbances;
  readonly recoveries: Recoveries;
}

/** A part as it runs now. */
export async function readComponent(
  { portal }: ChaosEnvironment,
  name: ComponentName,
): Promise<{ pid: number; port: number }> {
  const component = (await portal.running()).parts[name];
  if (!component) throw new Error(`${name} has never run`);
  return component;
}
