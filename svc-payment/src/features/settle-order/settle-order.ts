import type { Database, Events, Log } from '@archaka/service-kit';
import type { Occasion } from '../../domain/conclude.ts';
import type { Ledger } from '../../domain/ledger.ts';
import type { SecondPayment } from '../../domain/returning.ts';
import { settle } from '../../domain/settle.ts';
import type { BookStore } from '../../store/books.ts';
import type { EvidenceStore } from '../../store/evidence.ts';
import { countRefused } from '../evidence-refused.ts';
import { findings, type Looked } from './findings.ts';

interface Parts {
  readonly db: Database;
  readonly books: BookStore;
  readonly evidence: EvidenceStore;
  readonly events: Events;
  readonly log: Log;
  readonly secondPayment: SecondPayment;
  /** Called when money is to go back, once that is written down. */
  readonly onReturning: () => void;
}

interface Settling extends Looked {
  readonly order_id: string;
  readonly occasion?: Occasion;
  /** Ends the work on the evidence that asked for this; runs in the transaction. */
  readonly finish?: () => Promise<void>;
}

/**
 * Brings an order up to what Razorpay showed: states, events, evidence and the end of the work on it in
 * one transaction. Gives the ledger as it is then, or undefined when the order is not ours.
 */
export function settleOrder({ db, books, evidence, events, log, secondPayment, onReturning }: Parts) {
  return async ({
    order_id,
    look,
    source,
    occasion = 'look',
    told,
    finish,
  }: Settling): Promise<Ledger | undefined> => {
    const settled = await db.transaction(async () => {
      const before = await books.open(order_id);
      await finish?.();
      if (!before) return undefined;

      const settlement = settle(before, { ...look, occasion, secondPayment });
      await books.write(before, settlement.ledger);
      for (const piece of findings(settlement, { look, source, told })) await evidence.keep(piece);
      for (const { event, data } of settlement.announcements) await events.publish(event, data);
      return settlement;
    });
    if (!settled) return undefined;

    for (const mismatch of settled.mismatches) {
      countRefused(source, 'mismatch');
      log.error({ order_id, mismatch }, 'a payment does not match its order');
    }
    if (settled.ledger.attempts.some(({ refund }) => refund?.status === 'wanted')) onReturning();
    return settled.ledger;
  };
}
export type SettleOrder = ReturnType<typeof settleOrder>;
