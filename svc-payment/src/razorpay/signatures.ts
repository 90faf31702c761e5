import { createHmac, timingSafeEqual } from 'node:crypto';

interface Signed {
  readonly message: string | Buffer;
  /** Hexadecimal. */
  readonly signature: string;
  readonly secret: string;
}

/** Whether Razorpay's HMAC-SHA256 signature is right, in the same time for every wrong one. */
export function isSigned({ message, signature, secret }: Signed): boolean {
  const expected = createHmac('sha256', secret).update(message).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
