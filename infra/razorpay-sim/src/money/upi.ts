/** The UPI ID that every payer's app reports: the one of Razorpay's samples. */
export const PAYER_VPA = 'gaurav.kumar@upi';

/** No bank has the handle: an app that reads the test link finds no payee. */
const MERCHANT_VPA = 'simulator@example';

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
