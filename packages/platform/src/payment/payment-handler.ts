import { taken } from '@archaka/contracts';
import { nanoid } from '@reduxjs/toolkit';
import type { PortalError } from '../calls/portal-error.ts';
import { portalFetch } from '../calls/portal-fetch.ts';

export interface PaymentQuestion {
  readonly orderId: string;
  readonly number: string;
  /** Whole; the order's own when left out. */
  readonly aadhaar?: string | undefined;
}

/** May go on, a refusal with its words, or why it could not be asked. */
export type PaymentAnswer =
  | { readonly refusal?: undefined; readonly error?: undefined }
  | { readonly refusal: string; readonly error?: undefined }
  | { readonly refusal?: undefined; readonly error: PortalError };

/** Its address comes with the page: it has a port, and so an origin, of its own. */
const addressOfHandler = () =>
  document.querySelector<HTMLMetaElement>('meta[name="payment-handler"]')?.content ?? '';

/** Asks, just before the checkout, whether this mobile and this Aadhaar may still be paid for. */
export async function askPaymentHandler({
  orderId,
  number,
  aadhaar,
}: PaymentQuestion): Promise<PaymentAnswer> {
  const answer = await portalFetch(`${addressOfHandler()}/checkpaynumberandaadhar`, {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json', 'x-order-id': orderId, 'x-request-id': nanoid() },
    body: JSON.stringify({ number, aadhar: aadhaar, order_id: orderId }),
  });
  if (answer.error) return { error: answer.error };
  const { status } = (await answer.data.json()) as { status: number };
  if (status === 420 || status === 421) return { refusal: taken[status] };
  return {};
}
