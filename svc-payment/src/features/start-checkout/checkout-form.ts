import { type CheckoutForm, type Examination, routes } from '@archaka/contracts';
import type { User } from '@archaka/service-kit';
import type { CreatedOrder } from '../../persistence/order-repository.ts';

interface CheckoutVariables {
  readonly RAZORPAY_URL: string;
  readonly RAZORPAY_KEY_ID: string;
  readonly PORTAL_ORIGIN: string;
}

/** The hidden form of Razorpay's embedded checkout: https://razorpay.com/docs/payments/payment-gateway/web-integration/hosted */
export const createFormBuilder =
  ({ RAZORPAY_URL, RAZORPAY_KEY_ID, PORTAL_ORIGIN }: CheckoutVariables, { name }: Examination) =>
  ({ order_id, amount, application_id }: CreatedOrder, { number }: User): CheckoutForm => ({
    action: `${RAZORPAY_URL}/v1/checkout/embedded`,
    fields: {
      key_id: RAZORPAY_KEY_ID,
      order_id,
      amount: String(amount),
      name,
      description: `Application ${application_id}`,
      'prefill[contact]': number,
      callback_url: `${PORTAL_ORIGIN}${routes.paymentCallback.path}`,
      cancel_url: `${PORTAL_ORIGIN}${routes.paymentCancel.path}?order_id=${encodeURIComponent(order_id)}`,
    },
  });
export type FormBuilder = ReturnType<typeof createFormBuilder>;
