import { createHmac, timingSafeEqual } from 'node:crypto';

interface SignedMessage {
  readonly message: string | Buffer;
  /** Hexadecimal. */
  readonly signature: string;
  readonly secret: string;
}

/** HMAC-SHA256, compared in constant time. */
export function hasValidSignature({ message, signature, secret }: SignedMessage): boolean {
  const expected = createHmac('sha256', secret).update(message).digest();
  const actual = Buffer.from(signature, 'hex');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
