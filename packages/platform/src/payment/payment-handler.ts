import { conflictMessages } from '@archaka/contracts/calls';
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

export async function checkWithPaymentHandler({
  orderId,
  number,
  aadhaar,
}: PaymentCheckRequest): Promise<PaymentCheckResult> {
  const result = await portalFetch(`${readHandlerUrl()}/checkpaynumberandaadhar`, {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json', 'x-order-id': orderId, 'x-request-id': randomHex(11) },
    body: JSON.stringify({ number, aadhar: aadhaar, order_id: orderId }),
  });
  if (result.error) return { error: result.error };
  const { status } = (await result.data.json()) as { status: number };
  if (status === 420 || status === 421) return { rejection: conflictMessages[status] };
  return {};
}
