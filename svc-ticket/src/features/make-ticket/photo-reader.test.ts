import type { ServiceClient } from '@archaka/service-kit';
import { UnusableFile } from '@archaka/service-kit/decoder';
import { expect, jest, test } from '@jest/globals';

import type { PhotoDecoder } from './photo-decoder.ts';

// lru-cache uses the clock of its import, and an entry of the instant 0 does not expire.
jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
jest.advanceTimersByTime(1);
const { createPhotoReader } = await import('./photo-reader.ts');

const decoded = Buffer.from('decoded');

function startReader() {
  const get = jest.fn<ServiceClient['get']>(async () => ({
    type: 'image/png',
    content: Buffer.from('sent'),
  }));
  const decode = jest.fn<PhotoDecoder['decode']>(async () => decoded);
  const services = { call: () => Promise.reject(new Error('not asked')), get };
  return { get, decode, reader: createPhotoReader({ services, decoder: { decode } }) };
}

test('fetches a photo once for the preview and the ticket', async () => {
  const { get, reader } = startReader();
  expect(await reader.read('a')).toBe(decoded);
  expect(await reader.read('a')).toBe(decoded);
  await reader.read('b');
  expect(get).toHaveBeenCalledTimes(2);
});

test('fetches a photo again after it was forgotten, and an unreadable one each time', async () => {
  const { get, reader } = startReader();
  await reader.read('a');
  reader.forgetAll();
  await reader.read('a');
  expect(get).toHaveBeenCalledTimes(2);
  const unreadable = startReader();
  unreadable.decode.mockRejectedValue(new UnusableFile('broken'));
  for (const _attempt of [1, 2]) expect(await unreadable.reader.read('a')).toBeUndefined();
  expect(unreadable.get).toHaveBeenCalledTimes(2);
});

test('forgets a photo after ten minutes', async () => {
  const { get, reader } = startReader();
  await reader.read('a');
  jest.advanceTimersByTime(10 * 60_000 + 1);
  await reader.read('a');
  expect(get).toHaveBeenCalledTimes(2);
});
