import { type Envelope, envelope as envelopeSchema } from '@archaka/contracts';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import { type Publisher, wasClosed } from './publisher.ts';

/** One life of the channel that events arrive on. */
export interface Session {
  readonly channel: ConfirmChannel;
  readonly publish: Publisher;
  /** Until the channel closes: then what it brought comes again on the next. */
  live: boolean;
}

/** A message as it came. */
export interface Arrival {
  readonly message: ConsumeMessage;
  readonly session: Session;
}

/** Headers that go with a message through its retries to the dead letters. */
export const FAILURES = 'x-failures';
export const REASON = 'x-reason';
export const LAST_ERROR = 'x-error';

/** How often its handling has failed before. */
export const failuresOf = ({ message }: Arrival): number =>
  Number(message.properties.headers?.[FAILURES] ?? 0);

/** The envelope in a message's content; undefined when there is none. */
export function findEnvelope(content: Buffer): Envelope | undefined {
  try {
    return envelopeSchema.safeParse(JSON.parse(content.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

/**
 * Tells the broker what became of it: settled for good, or to be delivered again. On a channel that
 * is lost or closing there is nothing to tell, since what it brought comes again.
 */
export function settle({ message, session }: Arrival, how: 'done' | 'again'): void {
  try {
    if (how === 'done') session.channel.ack(message);
    else session.channel.nack(message, false, true);
  } catch (error) {
    if (!wasClosed(error)) throw error;
  }
}
