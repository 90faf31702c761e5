import type { ConfirmChannel, Options } from 'amqplib';

export type PublishResult = 'taken' | 'nobody';

export interface Message {
  readonly id: string;
  readonly exchange: string;
  readonly routingKey: string;
  readonly body: Buffer;
  readonly headers?: Record<string, unknown>;
}

/** The broker rejects this message or one in the same batch, or it cannot be encoded. Retries do not help. */
export class UnpublishableMessage extends Error {
  override readonly name = 'UnpublishableMessage';
}

export type Publisher = (message: Message) => Promise<PublishResult>;

const toPublishOptions = ({ id, headers }: Message): Options.Publish => ({
  messageId: id,
  persistent: true,
  mandatory: true,
  contentType: 'application/cloudevents+json',
  ...(headers ? { headers } : {}),
});

export const isChannelClosed = (error: unknown): boolean =>
  error instanceof Error && error.name === 'IllegalOperationError';

/** Rejects with UnpublishableMessage, or with another error when it is unknown whether the message arrived. */
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
            channelError
              ? new UnpublishableMessage('rejected by the broker', { cause: channelError })
              : error,
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
