import { type Envelope, envelope as envelopeSchema } from '@archaka/contracts';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import { isChannelClosed, type Publisher } from './channel-publisher.ts';

/** One life of the channel that events arrive on. */
export interface ChannelSession {
  readonly channel: ConfirmChannel;
  readonly publish: Publisher;
  /** Until the channel closes: then what it brought comes again on the next. */
  isOpen: boolean;
}

/** A message as it came. */
export interface Delivery {
  readonly message: ConsumeMessage;
  readonly session: ChannelSession;
}

/** Headers that go with a message through its retries to the dead letters. */
export const FAILURES_HEADER = 'x-failures';
export const REASON_HEADER = 'x-reason';
export const ERROR_HEADER = 'x-error';

/** How often its handling has failed before. */
export const readFailures = ({ message }: Delivery): number =>
  Number(message.properties.headers?.[FAILURES_HEADER] ?? 0);

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
export function acknowledge({ message, session }: Delivery, acknowledgement: 'done' | 'again'): void {
  try {
    if (acknowledgement === 'done') session.channel.ack(message);
    else session.channel.nack(message, false, true);
  } catch (error) {
    if (!isChannelClosed(error)) throw error;
  }
}
