import type { UpiDetails, UpiFlow } from '../entities.ts';

/** Razorpay's test address that pays: https://razorpay.com/docs/payments/payments/test-upi-details */
export const TEST_VPA = 'success@razorpay';
/** Razorpay's test UPI ID that fails. */
export const FAILING_VPA = 'failure@razorpay';

/** No bank has the handle: an app that reads the test link finds no payee. */
const MERCHANT_VPA = 'simulator@example';

export function createUpiDetails({ flow, vpa }: { flow: UpiFlow; vpa?: string | undefined }): UpiDetails {
  return vpa === undefined ? { flow } : { flow, vpa, payer_account_type: 'bank_account' };
}

export type UpiRequest = {
  merchant: string;
  paymentId: string;
  /** Paise. */
  amount: number;
};

/** The link that a payer's app opens or scans (NPCI's UPI linking specification 1.6). */
export function createUpiLink({ merchant, paymentId, amount }: UpiRequest): string {
  const fields = {
    pa: MERCHANT_VPA,
    pn: merchant,
    tr: paymentId,
    am: (amount / 100).toFixed(2),
    cu: 'INR',
    mode: '04',
  };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `upi://pay?${query.join('&')}`;
}
