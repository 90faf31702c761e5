import { conflictMessages } from '@archaka/contracts';
import { nanoid } from '@reduxjs/toolkit';
import type { PortalError } from '../calls/portal-error.ts';
import { portalFetch } from '../calls/portal-fetch.ts';

export interface PaymentCheckRequest {
  readonly orderId: string;
  readonly number: string;
  /** Whole; the order's own when left out. */
  readonly aadhaar?: string | undefined;
}

/** May go on, a refusal with its words, or why it could not be asked. */
export type PaymentCheckResult =
  | { readonly rejection?: undefined; readonly error?: undefined }
  | { readonly rejection: string; readonly error?: undefined }
  | { readonly rejection?: undefined; readonly error: PortalError };

/** Its address comes with the page: it has a port, and so an origin, of its own. */
const readHandlerUrl = () =>
  document.querySelector<HTMLMetaElement>('meta[name="payment-handler"]')?.content ?? '';

/** Asks, just before the checkout, whether this mobile and this Aadhaar may still be paid for. */
export async function checkWithPaymentHandler({
  orderId,
  number,
  aadhaar,
}: PaymentCheckRequest): Promise<PaymentCheckResult> {
  const result = await portalFetch(`${readHandlerUrl()}/checkpaynumberandaadhar`, {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json', 'x-order-id': orderId, 'x-request-id': nanoid() },
    body: JSON.stringify({ number, aadhar: aadhaar, order_id: orderId }),
  });
  if (result.error) return { error: result.error };
  const { status } = (await result.data.json()) as { status: number };
  if (status === 420 || status === 421) return { rejection: conflictMessages[status] };
  return {};
}
