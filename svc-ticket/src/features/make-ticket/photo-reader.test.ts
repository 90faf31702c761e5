import { dependencyUnavailable, notFound, type ServiceClient } from '@archaka/service-kit';
import { UnusableFile } from '@archaka/service-kit/decoder';
import { expect, jest, test } from '@jest/globals';
import sharp from 'sharp';
import type { PhotoDecoder } from './photo-reader.ts';

// lru-cache uses the clock of its import, and an entry of the instant 0 does not expire.
jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
jest.advanceTimersByTime(1);
const { PhotoReader } = await import('./photo-reader.ts');

function startReader(decode = jest.fn<PhotoDecoder['decode']>(async () => Buffer.from('decoded'))) {
  const content = Buffer.from('sent');
  const get = jest.fn<ServiceClient['get']>(async () => ({ type: 'image/png', content }));
  return { get, reader: new PhotoReader({ get }, { decode, close: async () => undefined }) };
}

test('fetches a photo once for the preview and the ticket, until it is forgotten or ten minutes old', async () => {
  const { get, reader } = startReader();
  expect(String(await reader.read('a/b'))).toBe('decoded');
  await reader.read('a/b');
  expect(get).toHaveBeenCalledTimes(1);
  expect(get).toHaveBeenCalledWith('application', '/internal/documents/a%2Fb', expect.anything());
  reader.forgetAll();
  await reader.read('a/b');
  expect(get).toHaveBeenCalledTimes(2);
  jest.advanceTimersByTime(10 * 60_000 + 1);
  await reader.read('a/b');
  expect(get).toHaveBeenCalledTimes(3);
});

test('fetches an unreadable photo each time', async () => {
  const { get, reader } = startReader(jest.fn(() => Promise.reject(new UnusableFile('broken'))));
  for (const _attempt of [1, 2]) expect(await reader.read('a')).toBeUndefined();
  expect(get).toHaveBeenCalledTimes(2);
});

test.each([dependencyUnavailable('application'), notFound()])(
  'distinguishes an unavailable photo from an unreadable one',
  async (failure) => {
    const { get, reader } = startReader();
    get.mockRejectedValue(failure);
    await expect(reader.read('a')).rejects.toBe(failure);
  },
);

test('converts a photo to a JPEG that fits its box on the ticket, of at most 24 KB', async () => {
  jest.useRealTimers();
  const noise = { type: 'gaussian', mean: 128, sigma: 120 } as const;
  const detailed = sharp({
    create: { width: 1600, height: 1200, channels: 3, background: '#8fb4d8', noise },
  });
  const content = await detailed.png().toBuffer();
  const reader = new PhotoReader({ get: async () => ({ type: 'image/png', content }) });
  try {
    const jpeg = await reader.read('a');
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 284, height: 213 });
    expect(jpeg?.length).toBeLessThanOrEqual(24 * 1024);
  } finally {
    await reader.close();
  }
});
