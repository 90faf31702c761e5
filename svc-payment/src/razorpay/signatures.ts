import { createHmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE = /^[\da-f]{64}$/;

interface SignedMessage {
  readonly message: string | Buffer;
  /** 64 hexadecimal digits. */
  readonly signature: string;
  readonly secret: string;
}

/** HMAC-SHA256, compared in constant time. */
export function hasValidSignature({ message, signature, secret }: SignedMessage): boolean {
  const expected = createHmac('sha256', secret).update(message).digest();
  // Buffer ignores whatever follows the last valid digit.
  return SIGNATURE.test(signature) && timingSafeEqual(Buffer.from(signature, 'hex'), expected);
}
