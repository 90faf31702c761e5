import type { Portal } from './plan.ts';
import type { Settings } from './settings.ts';

/** Addresses of parts that may be external: the payment request handler and the provider. */
export function resolveAddresses({
  origin,
  port,
  env,
}: Pick<Settings, 'origin' | 'port' | 'env'>): Pick<Portal, 'handlerUrl' | 'razorpayUrl'> {
  const { protocol, hostname } = new URL(origin);
  const toUrl = (offset: number) => `${protocol}//${hostname}:${port + offset}`;
  return {
    handlerUrl: env.PAYMENT_HANDLER_URL || toUrl(5),
    razorpayUrl: env.RAZORPAY_URL || (env.RAZORPAY_KEY_ID ? 'https://api.razorpay.com' : toUrl(6)),
  };
}
