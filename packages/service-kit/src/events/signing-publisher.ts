import type { Publisher } from './channel-publisher.ts';
import { type EventSigner, SIGNATURE_HEADER } from './signature.ts';

/** Publishes each message with a signature over its body. */
export const createSigningPublisher =
  (publish: Publisher, sign: EventSigner): Publisher =>
  async (message) =>
    publish({ ...message, headers: { ...message.headers, [SIGNATURE_HEADER]: await sign(message.body) } });
