import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type Message, NotSendable, publisherOn } from './publisher.ts';
import { scriptedChannel } from './testing/channel.ts';

const TIMEOUT_MS = 4000;
const message = (id: string): Message => ({
  id,
  exchange: 'portal.events',
  routingKey: 'ticket.issued.v1',
  body: Buffer.from('{}'),
});

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

const openPublisher = (...answer: Parameters<typeof scriptedChannel>) => {
  const scripted = scriptedChannel(...answer);
  return { ...scripted, publish: publisherOn(scripted.channel, { timeoutMs: TIMEOUT_MS }) };
};

test('a message goes out so that it outlives the broker and comes back if nobody takes it', async () => {
  const { publish, sent } = openPublisher(({ settle }) => settle());

  expect(await publish(message('plain'))).toBe('taken');
  expect(await publish({ ...message('again'), headers: { 'x-failures': 1 } })).toBe('taken');

  const options = { persistent: true, mandatory: true, contentType: 'application/cloudevents+json' };
  expect(sent).toMatchObject([
    { exchange: 'portal.events', routingKey: 'ticket.issued.v1', body: Buffer.from('{}') },
    { options: { headers: { 'x-failures': 1 } } },
  ]);
  expect(sent[0]?.options).toEqual({ ...options, messageId: 'plain' });
});

test('what the broker gave back before confirming it was taken by nobody; its neighbours were, and so is the next try', async () => {
  const { publish, channel, sent } = openPublisher();
  const published = ['lonely', 'welcome'].map((id) => publish(message(id)));
  channel.emit('return', { properties: { messageId: 'lonely' } });
  for (const { settle } of sent) settle();
  expect(await Promise.all(published)).toEqual(['nobody', 'taken']);

  const next = publish(message('lonely'));
  sent.at(-1)?.settle();
  expect(await next).toBe('taken');
});

test('when the broker closes the channel over a message, what is in hand is not sendable', async () => {
  const { publish, channel, sent } = openPublisher();
  const published = publish(message('bad'));
  const refusal = new Error('PRECONDITION_FAILED');
  channel.emit('error', refusal);
  sent[0]?.settle(new Error('channel closed'));
  const failure = await published.catch((error) => error);
  expect(failure).toBeInstanceOf(NotSendable);
  expect(failure).toMatchObject({ name: 'NotSendable', message: 'refused by the broker', cause: refusal });
});

test('when the connection is lost, nothing is said about the message', async () => {
  const { publish, sent } = openPublisher();
  const lost = new Error('channel closed');
  const published = publish(message('interrupted'));
  sent[0]?.settle(lost);
  await expect(published).rejects.toBe(lost);
});

test('what is not confirmed in time is given up, no sooner', async () => {
  const { publish } = openPublisher();
  const given = jest.fn();
  publish(message('forgotten')).catch(given);
  await jest.advanceTimersByTimeAsync(TIMEOUT_MS - 1);
  expect(given).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(given).toHaveBeenCalledWith(new Error('not confirmed in time'));
});

test('a message that cannot be encoded is not sendable; on a channel that is closed it may be sent later', async () => {
  const tooLong = new TypeError('routing key is too long');
  const closed = Object.assign(new Error('Channel closed'), { name: 'IllegalOperationError' });
  const failures = [
    { thrown: tooLong, failure: { name: 'NotSendable', message: 'cannot be encoded', cause: tooLong } },
    { thrown: closed, failure: { name: 'IllegalOperationError', message: 'Channel closed' } },
  ];
  for (const { thrown, failure } of failures) {
    const { publish } = openPublisher(() => {
      throw thrown;
    });
    await expect(publish(message('unsent'))).rejects.toMatchObject(failure);
  }
});
