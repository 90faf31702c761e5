import { textOf } from '@archaka/contracts';

export { toNetworkKey as addressOf } from '@archaka/service-kit';

/** The body's mobile number when it is one: limits count nothing else. */
export function mobileOf(body: Readonly<Record<string, unknown>>): string | undefined {
  const number = textOf(body.number);
  return /^\d{10}$/.test(number) ? number : undefined;
}
