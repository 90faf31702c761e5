import { setTimeout as pause } from 'node:timers/promises';
import type { CheckoutForm } from '@archaka/contracts';
import { type ApplicantSession, ticketOf } from '@archaka/test-kit';
import type { Chance } from '../chance.ts';
import type { Applied } from './apply.ts';
import type { Press } from './press.ts';
import type { Provider, Tried } from './provider.ts';
import { type Outcome, type Trouble, troubleBy } from './trouble.ts';

/** A payment that was made, and what went wrong with its news. */
export interface Payment {
  readonly paymentId: string;
  readonly trouble: Trouble;
}

const LATE_MS = { least: 2000, most: 8000 };

/** Somebody with an application to pay, and what they do about it; payments are noted in `payments`. */
export function traveller({ session, press, chance, provider, applied, payments }: Way) {
  const { applicationId } = applied;
  let { orderId } = applied;

  const bringHome = async ({ callback }: Tried, { callback: trouble }: Trouble) => {
    if (trouble === 'lost') return;
    if (trouble === 'late') await pause(chance.between(LATE_MS.least, LATE_MS.most));
    for (const _time of trouble === 'doubled' ? [1, 2] : [1]) {
      // Whoever is told to try later closes the page: reconciliation has to find it.
      const post = { method: 'POST', body: new URLSearchParams(callback) };
      await session.fetch('/api/payment/callback', post).catch(() => undefined);
    }
  };
  const comeBack = async (tried: Tried, trouble: Trouble) => {
    payments.push({ paymentId: tried.paymentId, trouble });
    await bringHome(tried, trouble);
    return tried.paymentId;
  };

  return {
    /**
     * Leaves for the checkout, from this device or another, by the order that the portal names; false when it
     * says that it is paid, or held.
     */
    leave: (device: ApplicantSession = session): Promise<boolean> =>
      press('leave for the checkout', async () => {
        const { http, body } = await device.call('postorderdata', { order_id: orderId });
        if (http === 409) return false;
        if (body.status !== 200) return undefined;
        orderId = (body.data[0] as unknown as CheckoutForm).fields.order_id;
        return true;
      }),

    pay: async (outcome: Outcome) => {
      const trouble = troubleBy(chance);
      return comeBack(await provider.pay(orderId, outcome, trouble), trouble);
    },

    captureLate: async (paymentId: string) => {
      const trouble = troubleBy(chance);
      const tried = await provider.captureLate(paymentId, trouble);
      if (tried) await comeBack(tried, trouble);
    },

    /** Somebody at the authority gives the money back on the provider's dashboard. */
    giveBack: (paymentId: string) => provider.giveBack(paymentId),

    turnBack: () =>
      press('cancel', async () => {
        const { status } = await session.fetch(`/api/payment/cancel?order_id=${orderId}`);
        return status === 303 || undefined;
      }),

    /** 'I was charged': the portal asks the provider at once. */
    recheck: () =>
      press('recheck', async () => {
        const { body } = await session.call('recheckpayment', { order_id: orderId });
        return body.status === 200 || undefined;
      }),

    /** Looks until the payment stands as it should. */
    sees: (status: 'S' | 'F' | 'C') =>
      press(`see ${status}`, async () => {
        const { body } = await session.call('getpaymnetstatus', { order_id: orderId });
        const seen = body.data?.[0]?.payment_status;
        if (seen !== status) throw new Error(`it is ${seen}`);
        return true;
      }),

    /** What the portal says of their attempts, in a line. */
    async story(): Promise<string> {
      const { body } = await session.call('getpaymentattempts', { order_id: orderId });
      return JSON.stringify(body.data);
    },

    fetchTicket: async () => {
      const response = await press('fetch the ticket', async () => ticketOf(session, applicationId, 1000));
      await response.body?.cancel();
    },
  };
}

interface Way {
  readonly session: ApplicantSession;
  readonly press: Press;
  readonly chance: Chance;
  readonly provider: Provider;
  readonly applied: Applied;
  readonly payments: Payment[];
}
export type Traveller = ReturnType<typeof traveller>;
