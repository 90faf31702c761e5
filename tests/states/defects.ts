import { paymentCaptured, paymentFailed, paymentReversed } from '@archaka/contracts';
import type { Attempt, Ledger, LedgerChange } from '../../svc-payment/src/domain/ledger.ts';
import { type Message, realCode, type System } from './real-code.ts';

const withAttempts = (change: LedgerChange, toAttempt: (attempt: Attempt) => Attempt): LedgerChange => ({
  ...change,
  ledger: { ...change.ledger, attempts: change.ledger.attempts.map(toAttempt) },
});

const hasFailed = ({ attempts }: Ledger, paymentId: string): boolean =>
  attempts.some(({ payment_id, state }) => payment_id === paymentId && state === 'failed');

const isOf = (message: Message, { type }: { readonly type: string }) => message.type === type;

/** The real code with one seeded defect each, by description. */
export const defects: Readonly<Record<string, System>> = {
  'a capture after a failure is ignored': {
    ...realCode,
    applySnapshot: (ledger, snapshot) =>
      realCode.applySnapshot(ledger, {
        ...snapshot,
        payments: snapshot.payments.filter(({ id }) => !hasFailed(ledger, id)),
      }),
  },
  'an authorised payment is treated as captured': {
    ...realCode,
    applySnapshot: (ledger, snapshot) =>
      realCode.applySnapshot(ledger, {
        ...snapshot,
        payments: snapshot.payments.map((payment) =>
          payment.status === 'authorized' ? { ...payment, status: 'captured', captured: true } : payment,
        ),
      }),
  },
  'a failure is published as a capture': {
    ...realCode,
    applySnapshot: (ledger, snapshot) => {
      const change = realCode.applySnapshot(ledger, snapshot);
      const { amount } = ledger.order;
      const events = change.events.map(({ event, data }) =>
        event === paymentFailed ? { event: paymentCaptured, data: { ...data, amount } } : { event, data },
      );
      return { ...change, events };
    },
  },
  'a second payment is not refunded': {
    ...realCode,
    applySnapshot: (ledger, snapshot) =>
      withAttempts(realCode.applySnapshot(ledger, snapshot), (attempt) =>
        attempt.refund?.reason === 'paid-twice' ? { ...attempt, state: 'captured', refund: null } : attempt,
      ),
  },
  'the event of a capture is not published': {
    ...realCode,
    applySnapshot: (ledger, snapshot) => {
      const change = realCode.applySnapshot(ledger, snapshot);
      return { ...change, events: change.events.filter(({ event }) => event !== paymentCaptured) };
    },
  },
  'a paid order is replaced': {
    ...realCode,
    needsReplacement: (order) => order.state === 'captured' || realCode.needsReplacement(order),
  },
  'the payment of a lost claim is not refunded': { ...realCode, deliverToPayment: async (ledger) => ledger },
  'a reversal is ignored': {
    ...realCode,
    deliverToApplication: async (side, message) =>
      isOf(message, paymentReversed)
        ? { ...side, published: [] }
        : realCode.deliverToApplication(side, message),
  },
  'a failure reverses a paid application': {
    ...realCode,
    deliverToApplication: async (side, message) => {
      const { application, ...rest } = await realCode.deliverToApplication(side, message);
      const state = isOf(message, paymentFailed) ? 'failed' : application.state;
      return { ...rest, application: { ...application, state } };
    },
  },
  'a ticket is printed for the version that arrived last': {
    ...realCode,
    deliverToTicket: async (side, message) => {
      const { newest: _newest, ...application } = side.application;
      const isVersion = typeof message.data.version === 'number';
      return realCode.deliverToTicket(isVersion ? { ...side, application } : side, message);
    },
  },
};
