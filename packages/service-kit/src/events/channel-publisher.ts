import type { ConfirmChannel, Options } from 'amqplib';

/** `nobody`: it came back, since no queue is bound to it. */
export type PublishResult = 'taken' | 'nobody';

export interface Message {
  /** Also the AMQP message id; tells returned messages apart. */
  readonly id: string;
  readonly exchange: string;
  readonly routingKey: string;
  readonly body: Buffer;
  readonly headers?: Record<string, unknown>;
}

/** The broker refuses this message or one sent beside it, or it cannot be encoded: waiting does not help. */
export class UnpublishableMessage extends Error {
  override readonly name = 'UnpublishableMessage';
}

/** Publishes one message and waits for its confirmation. */
export type Publisher = (message: Message) => Promise<PublishResult>;

const toPublishOptions = ({ id, headers }: Message): Options.Publish => ({
  messageId: id,
  persistent: true,
  mandatory: true,
  contentType: 'application/cloudevents+json',
  ...(headers ? { headers } : {}),
});

/** The channel was closed before: says nothing about the message. */
export const isChannelClosed = (error: unknown): boolean =>
  error instanceof Error && error.name === 'IllegalOperationError';

/**
 * A publisher on a fresh channel. A mandatory message that no queue takes comes back by
 * `basic.return`, and is confirmed after that.
 * Its promises reject with UnpublishableMessage, or with another error when the connection is lost or the
 * broker does not confirm in `timeoutMs`: whether the message arrived is then not known.
 */
export function createChannelPublisher(
  channel: ConfirmChannel,
  { timeoutMs }: { timeoutMs: number },
): Publisher {
  const returned = new Set<string>();
  let channelError: Error | undefined;
  channel.on('return', ({ properties }) => returned.add(properties.messageId));
  channel.on('error', (error) => {
    channelError = error;
  });

  return (message) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('not confirmed in time')), timeoutMs);
      const confirm = (error: unknown) => {
        clearTimeout(timer);
        if (!error) resolve(returned.delete(message.id) ? 'nobody' : 'taken');
        else
          reject(
            channelError ? new UnpublishableMessage('refused by the broker', { cause: channelError }) : error,
          );
      };
      try {
        const { exchange, routingKey, body } = message;
        channel.publish(exchange, routingKey, body, toPublishOptions(message), confirm);
      } catch (error) {
        clearTimeout(timer);
        reject(
          isChannelClosed(error) ? error : new UnpublishableMessage('cannot be encoded', { cause: error }),
        );
      }
    });
}
