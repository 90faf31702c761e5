import { conflictMessages } from '@archaka/contracts';
import type { PortalError } from '../calls/portal-error.ts';
import { portalFetch } from '../calls/portal-fetch.ts';
import { randomHex } from '../calls/random-hex.ts';

export interface PaymentCheckRequest {
  readonly orderId: string;
  readonly number: string;
  /** Unmasked; defaults to the order's. */
  readonly aadhaar?: string | undefined;
}

export type PaymentCheckResult =
  | { readonly rejection?: undefined; readonly error?: undefined }
  | { readonly rejection: string; readonly error?: undefined }
  | { readonly rejection?: undefined; readonly error: PortalError };

/** The handler has its own port and so its own origin. */
const readHandlerUrl = () =>
  document.querySelector<HTMLMetaElement>('meta[name="payment-handler"]')?.content ?? '';

const sendToHandler = (orderId: string, init: Pick<RequestInit, 'method' | 'body'>) =>
  portalFetch(`${readHandlerUrl()}/checkpaynumberandaadhar`, {
    ...init,
    credentials: 'include',
    headers: { 'Content-Type': 'application/json', 'x-order-id': orderId, 'x-request-id': randomHex(11) },
  });

/**
 * Lets the browser ask beforehand whether this page may ask the handler. It remembers the answer, and over a slow line
 * the check comes half a second earlier.
 */
export async function warmUpPaymentHandler(orderId: string): Promise<void> {
  if (readHandlerUrl()) await sendToHandler(orderId, { method: 'OPTIONS' });
}

export async function checkWithPaymentHandler({
  orderId,
  number,
  aadhaar,
}: PaymentCheckRequest): Promise<PaymentCheckResult> {
  const result = await sendToHandler(orderId, {
    method: 'POST',
    body: JSON.stringify({ number, aadhar: aadhaar, order_id: orderId }),
  });
  if (result.error) return { error: result.error };
  const { status } = (await result.data.json()) as { status: number };
  if (status === 420 || status === 421) return { rejection: conflictMessages[status] };
  return {};
}
