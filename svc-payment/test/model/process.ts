import { createApp, type OpenDatabase, type Served, type User } from '@archaka/service-kit';
import type { Express, Request, Response } from 'express';
import type { SecondPayment } from '../../src/domain/returning.ts';
import { decideRefund } from '../../src/features/decide-refund/decide-refund.ts';
import { ensureOrderHandler } from '../../src/features/ensure-order/ensure-order.ts';
import { checkoutForms } from '../../src/features/leave-for-checkout/checkout-form.ts';
import { leaveHandler } from '../../src/features/leave-for-checkout/leave-for-checkout.ts';
import { recheckHandler } from '../../src/features/recheck-payment/recheck-payment.ts';
import { callbackRoute } from '../../src/features/take-callback/take-callback.ts';
import { cancelRoute } from '../../src/features/take-cancel/take-cancel.ts';
import { signedBy } from '../../src/features/take-webhook/secrets.ts';
import { webhookRoute } from '../../src/features/take-webhook/take-webhook.ts';
import { makeParts } from '../../src/parts.ts';
import { attemptStore } from '../../src/store/attempts.ts';
import { Life } from './life.ts';
import { type Commit, mortalStore } from './mortal-store.ts';
import { providerOver } from './provider.ts';
import type { ProviderBooks } from './provider-books.ts';
import { configFor, facts, log } from './setting.ts';
import { recording } from './told.ts';

const applicant: User = { id: 'user-1', number: '9000000001', name: 'Applicant', sid: 'session' };

interface Birth {
  readonly db: OpenDatabase;
  readonly theirs: ProviderBooks;
  readonly secondPayment: SecondPayment;
  readonly onCommit: (commit: Commit) => void;
}

/** The service as it is after a start: doors, jobs and commands over the real stores, and nothing in memory. */
export function startProcess({ db: open, theirs, secondPayment, onCommit }: Birth) {
  const life = new Life();
  const db = mortalStore(open, life, onCommit);
  const config = configFor(secondPayment);
  const { provider, shown, answersLate } = providerOver(theirs, life);
  const parts = makeParts({ db, events: recording(open, life), log, config, facts }, provider);

  const mayPoll = async () => true;
  const app: Express = createApp({
    log,
    routes: (router) => {
      callbackRoute({ ...parts, mayPoll, log, keySecret: config.RAZORPAY_KEY_SECRET })(router);
      cancelRoute({ ...parts, mayPoll })(router);
      webhookRoute({ ...parts, log, isSigned: signedBy(config) })(router);
    },
  });
  const run = (served: Served, body: Record<string, string>) =>
    served.run(body, { user: applicant, request: {} as Request, response: {} as Response });

  /** Works off the evidence that is due, one piece after the other: the model goes by what was shown last. */
  async function sweep(): Promise<void> {
    const evidence = open.connection.collection<{ _id: string }>('evidence');
    const isDue = { due_at: { $type: 'date' }, $expr: { $lte: ['$due_at', '$$NOW'] } } as const;
    const tried = new Set<string>();
    for (;;) {
      const piece = await evidence.findOne({ ...isDue, _id: { $nin: [...tried] } }, { sort: { due_at: 1 } });
      if (!piece) return;
      tried.add(piece._id);
      await parts.evidenceQueue.processNow(piece._id);
    }
  }
  const leave = leaveHandler({ ...parts, db, formFor: checkoutForms(config, facts) });
  const attempts = attemptStore(db);

  return {
    life,
    shown,
    answersLate,
    app,
    ensureOrder: (application_id: string) =>
      run(ensureOrderHandler(parts), { application_id, user_id: applicant.id, number: applicant.number }),
    leave: (order_id: string) => run(leave, { order_id }),
    recheck: (order_id: string) => run(recheckHandler({ ...parts, mayPoll }), { order_id }),
    decide: decideRefund({ ...parts, db, attempts }),
    reconcile: parts.lookQueue.drain,
    sweep,
    returning: parts.refundQueue.drain,
    /** Nothing of what was begun goes on. */
    quiet: async () => {
      // What the queues of a running process do as soon as they are notified.
      await sweep();
      await parts.refundQueue.drain().catch(() => undefined);
      await life.settled();
    },
  };
}
export type Process = ReturnType<typeof startProcess>;
