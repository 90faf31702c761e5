import { setTimeout as pause } from 'node:timers/promises';
import type { CheckoutForm } from '@archaka/contracts';
import { type ApplicantSession, waitForTicket } from '@archaka/test-kit';
import type { Random } from '../random.ts';
import type { SubmittedApplication } from './apply.ts';
import { type DeliveryFaults, type Outcome, pickDeliveryFaults } from './delivery-faults.ts';
import type { PaymentAttempt, ProviderClient } from './provider-client.ts';
import type { RetryAction } from './retry-action.ts';

/** A payment with its delivery faults. */
export interface Payment {
  readonly paymentId: string;
  readonly deliveryFaults: DeliveryFaults;
}

const LATE_MS = { min: 2000, max: 8000 };

/** Creates an applicant with an application to pay; records payments in `payments`. */
export function createVirtualApplicant({
  session,
  retryAction,
  random,
  provider,
  application,
  payments,
  describePolling,
}: VirtualApplicantOptions) {
  const { applicationId } = application;
  let { orderId } = application;

  const deliverCallback = async (
    { callback }: PaymentAttempt,
    { callback: callbackFault }: DeliveryFaults,
  ) => {
    if (callbackFault === 'lost') return;
    if (callbackFault === 'late') await pause(random.integerBetween(LATE_MS.min, LATE_MS.max));
    for (const _attempt of callbackFault === 'doubled' ? [1, 2] : [1]) {
      // An applicant who receives an error closes the page, so polling has to find the payment.
      const init = { method: 'POST', body: new URLSearchParams(callback) };
      await session.fetch('/api/payment/callback', init).catch(() => undefined);
    }
  };
  const completeAttempt = async (attempt: PaymentAttempt, deliveryFaults: DeliveryFaults) => {
    payments.push({ paymentId: attempt.paymentId, deliveryFaults });
    await deliverCallback(attempt, deliveryFaults);
    return attempt.paymentId;
  };

  return {
    /**
     * Starts the checkout of the order that the portal returns, from this device or another; false when it is
     * paid or held.
     */
    startCheckout: (device: ApplicantSession = session): Promise<boolean> =>
      retryAction('start the checkout', async () => {
        const { http, body } = await device.call('postorderdata', { order_id: orderId });
        if (http === 409) return false;
        if (body.status !== 200) return undefined;
        orderId = (body.data[0] as unknown as CheckoutForm).fields.order_id;
        return true;
      }),

    pay: async (outcome: Outcome) => {
      const deliveryFaults = pickDeliveryFaults(random);
      return completeAttempt(await provider.pay(orderId, outcome, deliveryFaults), deliveryFaults);
    },

    captureLate: async (paymentId: string) => {
      const deliveryFaults = pickDeliveryFaults(random);
      const attempt = await provider.captureLate(paymentId, deliveryFaults);
      if (attempt) await completeAttempt(attempt, deliveryFaults);
    },

    /** Refunds manually, as on the provider's dashboard. */
    refund: (paymentId: string) => provider.refund(paymentId),

    cancel: () =>
      retryAction('cancel', async () => {
        const { status } = await session.fetch(`/api/payment/cancel?order_id=${orderId}`);
        return status === 303 || undefined;
      }),

    /** 'I was charged': the portal polls the provider immediately. */
    recheck: () =>
      retryAction('recheck', async () => {
        const { body } = await session.call('recheckpayment', { order_id: orderId });
        return body.status === 200 || undefined;
      }),

    /** Polls until the payment has this status. */
    waitForStatus: (status: 'S' | 'F' | 'C') =>
      retryAction(`see ${status}`, async () => {
        const { body } = await session.call('getpaymnetstatus', { order_id: orderId });
        const current = body.data?.[0]?.payment_status;
        if (current !== status) throw new Error(`it is ${current}`);
        return true;
      }),

    /** Describes the attempts and their polls in one line. */
    async describeAttempts(): Promise<string> {
      const { body } = await session.call('getpaymentattempts', { order_id: orderId });
      return `${JSON.stringify(body.data ?? body)}; ${await describePolling(orderId)}`;
    },

    fetchTicket: async () => {
      const response = await retryAction('fetch the ticket', async () =>
        waitForTicket(session, applicationId, 1000),
      );
      await response.body?.cancel();
    },
  };
}

interface VirtualApplicantOptions {
  readonly session: ApplicantSession;
  readonly retryAction: RetryAction;
  readonly random: Random;
  readonly provider: ProviderClient;
  readonly application: SubmittedApplication;
  readonly payments: Payment[];
  readonly describePolling: (orderId: string) => Promise<string>;
}
export type VirtualApplicant = ReturnType<typeof createVirtualApplicant>;
