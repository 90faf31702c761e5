import type { Portal } from './plan.ts';
import type { Settings } from './settings.ts';

/** Where browsers and services reach what may lie elsewhere: the payment request handler and the provider. */
export function addresses({
  origin,
  port,
  env,
}: Pick<Settings, 'origin' | 'port' | 'env'>): Pick<Portal, 'handlerUrl' | 'razorpayUrl'> {
  const { protocol, hostname } = new URL(origin);
  const beside = (offset: number) => `${protocol}//${hostname}:${port + offset}`;
  return {
    handlerUrl: env.PAYMENT_HANDLER_URL || beside(5),
    razorpayUrl: env.RAZORPAY_URL || (env.RAZORPAY_KEY_ID ? 'https://api.razorpay.com' : beside(6)),
  };
}
