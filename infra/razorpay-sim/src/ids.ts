import { randomBytes, randomInt } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id in Razorpay's format: a prefix and 14 letters or digits, e.g. `order_IluGWxBm9U8zJ8`. */
export function createId(
  prefix: 'order_' | 'pay_' | 'card_' | 'rfnd_' | 'disp_' | 'setl_' | 'adj_' | '',
): string {
  let id = prefix as string;
  for (const byte of randomBytes(14)) id += LETTERS[byte % LETTERS.length];
  return id;
}

/** A bank's reference: so many digits, the first not 0. */
export function createReference(digits: number): string {
  let reference = String(randomInt(1, 10));
  while (reference.length < digits) reference += String(randomInt(0, 10));
  return reference;
}

/** A transaction id of UPI: 32 capital letters and digits. */
export function createUpiTransactionId(): string {
  return randomBytes(16).toString('hex').toUpperCase();
}

/** Now in Razorpay's format: whole seconds since 1970. */
export function getUnixTime(): number {
  return Math.floor(Date.now() / 1000);
}
