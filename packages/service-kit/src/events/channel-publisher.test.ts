import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createChannelPublisher, type Message } from './channel-publisher.ts';
import { createFakeChannel } from './testing/broker.ts';

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

const createPublisher = (...args: Parameters<typeof createFakeChannel>) => {
  const fake = createFakeChannel(...args);
  return { ...fake, publish: createChannelPublisher(fake.channel, { timeoutMs: TIMEOUT_MS }) };
};

test('publishes a persistent message and requires a queue for it', async () => {
  const { publish, sent } = createPublisher(({ confirm }) => confirm());

  expect(await publish(message('plain'))).toBe('taken');
  expect(await publish({ ...message('again'), headers: { 'x-failures': 1 } })).toBe('taken');

  const options = { persistent: true, mandatory: true, contentType: 'application/cloudevents+json' };
  expect(sent).toMatchObject([
    { exchange: 'portal.events', routingKey: 'ticket.issued.v1', body: Buffer.from('{}') },
    { options: { headers: { 'x-failures': 1 } } },
  ]);
  expect(sent[0]?.options).toEqual({ ...options, messageId: 'plain' });
});

test('reports a message as unrouted when the broker returned it before its confirm, and its neighbours and the next attempt as accepted', async () => {
  const { publish, channel, sent } = createPublisher();
  const published = ['lonely', 'welcome'].map((id) => publish(message(id)));
  channel.emit('return', { properties: { messageId: 'lonely' } });
  for (const { confirm } of sent) confirm();
  expect(await Promise.all(published)).toEqual(['nobody', 'taken']);

  const next = publish(message('lonely'));
  sent.at(-1)?.confirm();
  expect(await next).toBe('taken');
});

test('rejects messages in flight as unpublishable when the broker closes the channel over one', async () => {
  const { publish, channel, sent } = createPublisher();
  const published = publish(message('bad'));
  const channelError = new Error('PRECONDITION_FAILED');
  channel.emit('error', channelError);
  sent[0]?.confirm(new Error('channel closed'));
  await expect(published).rejects.toMatchObject({
    name: 'UnpublishableMessage',
    message: 'rejected by the broker',
    cause: channelError,
  });
});

test('reports no outcome for a message when the connection is lost', async () => {
  const { publish, sent } = createPublisher();
  const lost = new Error('channel closed');
  const published = publish(message('interrupted'));
  sent[0]?.confirm(lost);
  await expect(published).rejects.toBe(lost);
});

test('rejects an unconfirmed message after the timeout, not before', async () => {
  const { publish } = createPublisher();
  const rejected = jest.fn();
  publish(message('forgotten')).catch(rejected);
  await jest.advanceTimersByTimeAsync(TIMEOUT_MS - 1);
  expect(rejected).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(rejected).toHaveBeenCalledWith(new Error('not confirmed in time'));
});

const tooLong = new TypeError('routing key is too long');
const closed = Object.assign(new Error('Channel closed'), { name: 'IllegalOperationError' });
test.each([
  [
    'cannot be encoded',
    tooLong,
    { name: 'UnpublishableMessage', message: 'cannot be encoded', cause: tooLong },
  ],
  ['is sent on a closed channel', closed, { name: 'IllegalOperationError', message: 'Channel closed' }],
])('rejects a message that %s', async (_what, thrown, failure) => {
  const { publish } = createPublisher(() => {
    throw thrown;
  });
  await expect(publish(message('unsent'))).rejects.toMatchObject(failure);
});
