import type { ServiceClient } from '@archaka/service-kit';
import { expect, jest, test } from '@jest/globals';
import sharp from 'sharp';

// lru-cache uses the clock of its import, and an entry of the instant 0 does not expire.
jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
jest.advanceTimersByTime(1);
const { createPhotoReader } = await import('./photo-reader.ts');

const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#8fb4d8' } })
  .png()
  .toBuffer();

function startReader(content = picture) {
  const get = jest.fn<ServiceClient['get']>(async () => ({ type: 'image/png', content }));
  return { get, reader: createPhotoReader({ call: () => Promise.reject(new Error('not asked')), get }) };
}

test('fetches a photo once for the preview and the ticket', async () => {
  const { get, reader } = startReader();
  const preview = await reader.read('a');
  expect(preview?.length).toBeGreaterThan(0);
  expect(await reader.read('a')).toBe(preview);
  await reader.read('b');
  expect(get).toHaveBeenCalledTimes(2);
});

test('fetches a photo again after it was forgotten, and an unreadable one each time', async () => {
  const { get, reader } = startReader();
  await reader.read('a');
  reader.forgetAll();
  await reader.read('a');
  expect(get).toHaveBeenCalledTimes(2);
  const unreadable = startReader(Buffer.from('no picture'));
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
