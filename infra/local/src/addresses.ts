import type { Plan, Portal } from './plan.ts';
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

/** What developers open besides the pages, one line each. */
export function describeAddresses(plan: Plan, settings: Settings): string[] {
  const { origin, env, inboxKey } = settings;
  const names = plan.components.map(({ name }) => name);
  const hasInbox =
    names.includes('svc-auth') && !plan.withoutStores && (env.SMS_PROVIDER || 'inbox') === 'inbox';
  return [
    ...(hasInbox ? [`Dev inbox: ${origin}/dev/inbox${inboxKey ? `?key=${inboxKey}` : ''}`] : []),
    ...(names.includes('razorpay-sim')
      ? [`Simulator of Razorpay: ${resolveAddresses(settings).razorpayUrl}`]
      : []),
    ...(names.includes('shell') ? [`Documentation of the calls: ${origin}/api/docs`] : []),
  ];
}
