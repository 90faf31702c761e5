/** A payment as Razorpay shows it when asked: https://razorpay.com/docs/api/payments/entity */
export interface ProviderPayment {
  readonly id: string;
  readonly order_id: string | null;
  /** Paise. */
  readonly amount: number;
  readonly currency: string;
  /** Razorpay's own, but for `charged_back`, which its disputes tell. */
  readonly status: 'created' | 'authorized' | 'captured' | 'refunded' | 'charged_back' | 'failed';
  /** Its money was taken, whatever became of it later; an authorisation that ran out was not. */
  readonly captured: boolean;
  readonly method: string | null;
  /** What the applicant's bank knows it by. */
  readonly bank_reference: string | null;
  /** Why it failed, as Razorpay's code. */
  readonly error: string | null;
  readonly created_at: Date;
}
