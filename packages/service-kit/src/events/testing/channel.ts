import { EventEmitter } from 'node:events';
import type { ConfirmChannel, Options } from 'amqplib';

interface SentMessage {
  readonly exchange: string;
  readonly routingKey: string;
  readonly body: Buffer;
  readonly options: Options.Publish;
  readonly confirm: (error?: unknown) => void;
}

export function createFakeChannel(onPublish: (sent: SentMessage) => void = () => {}) {
  const sent: SentMessage[] = [];
  const checked: string[] = [];
  const missing = new Set<string>();
  const channel = Object.assign(new EventEmitter(), {
    async checkExchange(exchange: string) {
      checked.push(exchange);
    },
    async checkQueue(queue: string) {
      checked.push(queue);
      if (missing.has(queue)) throw new Error(`NOT_FOUND ${queue}`);
    },
    publish(
      exchange: string,
      routingKey: string,
      body: Buffer,
      options: Options.Publish,
      confirm: SentMessage['confirm'],
    ) {
      const message = { exchange, routingKey, body, options, confirm };
      sent.push(message);
      onPublish(message);
    },
  });
  return { channel: channel as unknown as ConfirmChannel, sent, checked, missing };
}
