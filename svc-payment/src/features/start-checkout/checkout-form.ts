import { type CheckoutForm, type Examination, routes } from '@archaka/contracts';
import type { User } from '@archaka/service-kit';
import type { CreatedOrder } from '../../persistence/stored-order.ts';

interface CheckoutVariables {
  readonly RAZORPAY_URL: string;
  readonly RAZORPAY_KEY_ID: string;
  readonly PORTAL_ORIGIN: string;
}

export type FormBuilder = (order: CreatedOrder, applicant: User) => CheckoutForm;

/** https://razorpay.com/docs/payments/payment-gateway/web-integration/hosted */
export const createFormBuilder =
  ({ RAZORPAY_URL, RAZORPAY_KEY_ID, PORTAL_ORIGIN }: CheckoutVariables, { name }: Examination): FormBuilder =>
  ({ order_id, amount, application_id }, { number }) => ({
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
