import {
  type CheckoutForm,
  conflictMessages,
  getPaymentAttempts,
  type PaymentAttempt,
  recheckPayment,
  startCheckout,
} from '@archaka/contracts/calls';
import { Button, type Tone, words } from '@archaka/ui';
import { useEffect, useRef, useState } from 'react';
import { callMutation, createPortalApi } from '../calls/portal-api.ts';
import { type PortalError, portalFetch, randomHex } from '../calls/portal-fetch.ts';
import { retryAfterSignIn } from '../calls/send-request.ts';
import { sayError, toast } from '../messages/show-message.ts';
import { NeedsNetwork } from '../network/network-state.tsx';
import { sendNotice } from '../notices/notices.ts';
import { returnToStatus } from '../status/return-to-status.ts';
import { portalStore } from '../store/portal-store.ts';

const isPending = ({ state }: PaymentAttempt): boolean => state === 'unknown' || state === 'held';

/** @returns the dialog; null when no payment is due; undefined when nothing prevents it */
async function findPendingPayment(orderId: string) {
  const { attempts, recheck } = checkoutApi.endpoints;
  const stored = await portalStore.dispatch(attempts.initiate({ order_id: orderId }));
  const known = stored.data?.data ?? [];
  if (!known.some(isPending)) return undefined;
  const { explainPendingPayment } = await import('./pending-payment/pending-payment.tsx');
  const rechecked = await portalStore.dispatch(recheck.initiate({ order_id: orderId }));
  // What was known counts while the provider is unreachable.
  return explainPendingPayment(orderId, rechecked.data?.data ?? known);
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

  const { number } = request;
  const requestCheck = async (): Promise<PaymentCheckResult> =>
    number === undefined ? {} : checkWithPaymentHandler({ ...request, number });
  const check = () => retryAfterSignIn(requestCheck);
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
      const checking = requestCheck();
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

const checkoutApi = createPortalApi({
  name: 'checkout',
  endpoints: (build) => ({
    leave: callMutation(build, startCheckout),
    attempts: callMutation(build, getPaymentAttempts, { quiet: true }),
    recheck: callMutation(build, recheckPayment, { quiet: true }),
  }),
});
const { useLeaveMutation } = checkoutApi;

interface PaymentCheckRequest {
  readonly orderId: string;
  /** Of the applicant, for the fee of an application; the fee of a revaluation needs no check. */
  readonly number?: string;
}

type PaymentCheckResult =
  | { readonly rejection?: undefined; readonly error?: undefined }
  | { readonly rejection: string; readonly error?: undefined }
  | { readonly rejection?: undefined; readonly error: PortalError };

/** The handler has its own port and so its own origin. */
const readHandlerUrl = () =>
  document.querySelector<HTMLMetaElement>('meta[name="payment-handler"]')?.content ?? '';

async function checkWithPaymentHandler({
  orderId,
  number,
}: Required<PaymentCheckRequest>): Promise<PaymentCheckResult> {
  const result = await portalFetch(`${readHandlerUrl()}/checkpaynumberandaadhar`, {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json', 'x-order-id': orderId, 'x-request-id': randomHex(11) },
    body: JSON.stringify({ number, order_id: orderId }),
  });
  if (result.error) return { error: result.error };
  const { status } = (await result.data.json()) as { status: number };
  if (status === 420 || status === 421) return { rejection: conflictMessages[status] };
  return {};
}
