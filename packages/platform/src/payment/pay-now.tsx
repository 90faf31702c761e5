import type { CheckoutForm, PaymentAttempt } from '@archaka/contracts/calls';
import { Button, type Tone, words } from '@archaka/web-kit';
import { useEffect, useRef, useState } from 'react';
import { sayError } from '../messages/say-error.ts';
import { toast } from '../messages/show-message.ts';
import { NeedsNetwork } from '../network/needs-network.tsx';
import { sendNotice } from '../notices/notices.ts';
import { retryAfterSignIn } from '../session/retry-after-sign-in.ts';
import { returnToStatus } from '../status/return-to-status.ts';
import { portalStore } from '../store/portal-store.ts';
import { checkoutApi, useLeaveMutation } from './checkout-api.ts';
import {
  checkWithPaymentHandler,
  type PaymentCheckRequest,
  type PaymentCheckResult,
} from './payment-handler.ts';

const isPending = ({ state }: PaymentAttempt): boolean => state === 'unknown' || state === 'held';

/** @returns the dialog; null when no payment is due; undefined when nothing prevents it */
async function findPendingPayment(orderId: string) {
  const { data } = await portalStore.dispatch(checkoutApi.endpoints.attempts.initiate({ order_id: orderId }));
  const known = data?.data ?? [];
  if (!known.some(isPending)) return undefined;
  const { checkPendingPayment } = await import('./pending-payment/check-pending-payment.ts');
  return checkPendingPayment(orderId, known);
}

/** Submits the hidden form as soon as it has its fields. */
function useCheckoutForm() {
  const [checkout, setCheckout] = useState<CheckoutForm>();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (!checkout) return;
    returnToStatus();
    form.current?.submit();
  }, [checkout]);

  // A page restored from the back-forward cache still shows its old state.
  useEffect(() => {
    const onPageShow = () => setCheckout(undefined);
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, []);

  return { form, checkout, setCheckout };
}

function usePayment(request: PaymentCheckRequest, setCheckout: (checkout?: CheckoutForm) => void) {
  const [isChecking, setIsChecking] = useState(false);
  const [PendingPaymentDialog, setPendingPaymentDialog] =
    useState<Awaited<ReturnType<typeof findPendingPayment>>>();
  const [startCheckout, { isLoading }] = useLeaveMutation();

  const reportConflict = (reason: string) => {
    toast(reason);
    sendNotice('payment-changed', { order_id: request.orderId });
  };

  const check = () => retryAfterSignIn(() => checkWithPaymentHandler(request));
  const startUnless = async ({ rejection, error }: PaymentCheckResult) => {
    if (rejection) return reportConflict(rejection);
    if (error) return sayError(error, { explains: true });
    const started = await startCheckout({ order_id: request.orderId });
    if (started.error && 'kind' in started.error && started.error.kind === 'conflict')
      reportConflict(started.error.title);
    setCheckout(started.data?.data?.[0]);
  };

  const whileChecking = async (work: () => Promise<void>) => {
    setIsChecking(true);
    try {
      await work();
    } catch {
      sayError({ kind: 'unexpected' }, { explains: true });
    }
    setIsChecking(false);
  };
  const pay = () => {
    setPendingPaymentDialog(undefined);
    return whileChecking(async () => startUnless(await check()));
  };
  /** The two requests are concurrent: on a slow line each takes half a second. */
  const start = () =>
    whileChecking(async () => {
      const checking = checkWithPaymentHandler(request);
      checking.catch(() => undefined);
      const dialog = await findPendingPayment(request.orderId);
      if (dialog !== undefined) return setPendingPaymentDialog(() => dialog);
      const result = await checking;
      // The session may have been restored since.
      await startUnless(result.error?.kind === 'signed-out' ? await check() : result);
    });

  const dismiss = () => setPendingPaymentDialog(undefined);
  return { isBusy: isChecking || isLoading, PendingPaymentDialog, start, pay, dismiss };
}

export function PayNow({ tone = 'main', ...request }: PaymentCheckRequest & { tone?: Tone }) {
  const { form, checkout, setCheckout } = useCheckoutForm();
  const { isBusy, PendingPaymentDialog, start, pay, dismiss } = usePayment(request, setCheckout);

  return (
    <>
      <form ref={form} method="post" action={checkout?.action}>
        {Object.entries(checkout?.fields ?? {}).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button tone={tone} word={words.payNow} busy={isBusy || checkout !== undefined} onClick={start} />
      </form>
      <NeedsNetwork />
      {PendingPaymentDialog && (
        <PendingPaymentDialog orderId={request.orderId} onWait={dismiss} onPay={pay} />
      )}
    </>
  );
}
