import type { OpenDatabase } from '@archaka/service-kit';
import type { Attempt } from '../../src/domain/ledger.ts';
import type { StoredEvidence } from '../../src/store/evidence.ts';
import type { StoredOrder } from '../../src/store/orders.ts';
import { type Told, toldIn } from './told.ts';

export type KeptAttempt = Omit<Attempt, 'id'> & { readonly _id: string };

/** Our books of one application at a moment. */
export interface Snapshot {
  readonly orders: readonly StoredOrder[];
  readonly attempts: readonly KeptAttempt[];
  readonly told: readonly Told[];
}

const LONG_AGO = new Date(0);
const DAYS_6_MS = 6 * 86_400_000;
/** Nobody waits for the disk. */
const light = { writeConcern: { w: 1 } } as const;
const isSet = { $type: 'date' } as const;
const earlier = (field: string) => ({ [field]: { $subtract: [`$${field}`, DAYS_6_MS] } });

/** The database beside the service: to look into it, and to let time pass in it. */
export function ourBooks(db: OpenDatabase) {
  const orders = db.connection.collection<StoredOrder>('orders');
  const attempts = db.connection.collection<KeptAttempt>('attempts');
  const evidence = db.connection.collection<StoredEvidence>('evidence');
  const told = toldIn(db);

  return {
    async clear(): Promise<void> {
      await Promise.all([orders, attempts, evidence, told].map((one) => one.deleteMany({}, light)));
    },

    async snapshot(): Promise<Snapshot> {
      const [ordersNow, attemptsNow, toldNow] = await Promise.all([
        orders.find().sort({ round: 1 }).toArray(),
        attempts.find().sort({ opened_at: 1, _id: 1 }).toArray(),
        told.find().sort({ seq: 1 }).lean(),
      ]);
      return { orders: ordersNow, attempts: attemptsNow, told: toldNow };
    },

    /** Whatever waits for its time is due. */
    async timePasses(): Promise<void> {
      const due = (field: string) => [{ [field]: isSet }, { $set: { [field]: LONG_AGO } }, light] as const;
      await Promise.all([
        evidence.updateMany(...due('due_at')),
        attempts.updateMany(...due('refund_due_at')),
        orders.updateMany(...due('next_look_at')),
      ]);
    },

    /** Whoever asked for an order has gone. */
    async leasesEnd(): Promise<void> {
      await orders.updateMany({}, { $set: { lease_until: LONG_AGO } }, light);
    },

    /** Every order is asked about once more. */
    async everyOrderIsDue(): Promise<void> {
      await orders.updateMany({ order_id: { $type: 'string' } }, { $set: { next_look_at: LONG_AGO } }, light);
    },

    /** The time in which late authorisations come is over. */
    async daysPass(): Promise<void> {
      const both = { ...earlier('left_at'), ...earlier('placed_at') };
      await orders.updateMany({ placed_at: isSet }, [{ $set: both }], light);
    },

    /** How much waits to be worked on. */
    async waiting(): Promise<number> {
      const counts = await Promise.all([
        evidence.countDocuments({ due_at: isSet }),
        orders.countDocuments({ next_look_at: isSet }),
        attempts.countDocuments({ refund_due_at: isSet }),
      ]);
      return counts.reduce((sum, count) => sum + count);
    },
  };
}
export type OurBooks = ReturnType<typeof ourBooks>;
