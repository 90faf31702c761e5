import { type Envelope, envelope as envelopeSchema } from '@archaka/contracts';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import { isChannelClosed, type Publisher } from './channel-publisher.ts';

export interface ChannelSession {
  readonly channel: ConfirmChannel;
  readonly publish: Publisher;
  /** False after the channel closed: its unacknowledged messages are redelivered on the next one. */
  isOpen: boolean;
}

export interface Delivery {
  readonly message: ConsumeMessage;
  readonly session: ChannelSession;
}

/** Headers that stay with a message through its retries to the dead letters. */
export const FAILURES_HEADER = 'x-failures';
export const REASON_HEADER = 'x-reason';
export const ERROR_HEADER = 'x-error';

export const readFailures = ({ message }: Delivery): number =>
  Number(message.properties.headers?.[FAILURES_HEADER] ?? 0);

export function findEnvelope(content: Buffer): Envelope | undefined {
  try {
    return envelopeSchema.safeParse(JSON.parse(content.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Does nothing on a closed channel, whose messages are redelivered. */
export const acknowledge = ({ message, session }: Delivery): void =>
  ignoreClosedChannel(() => session.channel.ack(message));

export const requeue = ({ message, session }: Delivery): void =>
  ignoreClosedChannel(() => session.channel.nack(message, false, true));

function ignoreClosedChannel(settle: () => void): void {
  try {
    settle();
  } catch (error) {
    if (!isChannelClosed(error)) throw error;
  }
}
