import type { FaultyProxy, ReplicaSet } from '@archaka/engines';
import type { Portal } from '@archaka/test-kit';
import type { Disturbances } from '../watch/disturbances.ts';
import type { Recoveries } from '../watch/recoveries.ts';
import type { KeptBroker } from './broker.ts';
import type { Orders } from './orders.ts';
import type { PartName } from './parts.ts';

/** The whole portal and everything around it that can be taken apart. */
export interface Stage {
  readonly portal: Portal;
  readonly store: ReplicaSet;
  readonly broker: KeptBroker;
  /** The network between the portal and what it needs. */
  readonly lines: Readonly<Record<'MongoDB' | 'RabbitMQ' | 'Razorpay', readonly FaultyProxy[]>>;
  readonly orders: Orders;
  readonly disturbances: Disturbances;
  readonly recoveries: Recoveries;
}

/** A part as it runs now. */
export async function partOf({ portal }: Stage, name: PartName): Promise<{ pid: number; port: number }> {
  const part = (await portal.running()).parts[name];
  if (!part) throw new Error(`${name} has never run`);
  return part;
}
