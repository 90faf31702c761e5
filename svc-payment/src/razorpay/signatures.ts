import { createHmac, timingSafeEqual } from 'node:crypto';

interface SignedMessage {
  readonly message: string | Buffer;
  /** Hexadecimal. */
  readonly signature: string;
  readonly secret: string;
}

/** Whether Razorpay's HMAC-SHA256 signature is right, in the same time for every wrong one. */
export function hasValidSignature({ message, signature, secret }: SignedMessage): boolean {
  const expected = createHmac('sha256', secret).update(message).digest();
  const actual = Buffer.from(signature, 'hex');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
