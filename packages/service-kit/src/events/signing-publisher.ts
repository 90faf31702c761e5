import type { Publisher } from './publisher.ts';
import { type EventSigner, SIGNATURE } from './signature.ts';

/** Publishes each message with a signature over its body. */
export const createSigningPublisher =
  (publish: Publisher, sign: EventSigner): Publisher =>
  async (message) =>
    publish({ ...message, headers: { ...message.headers, [SIGNATURE]: await sign(message.body) } });
