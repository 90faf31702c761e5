import { dependencyUnavailable, notFound, type ServiceClient } from '@archaka/service-kit';
import { afterAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { fetchPhoto } from './fetch-photo.ts';
import { createPhotoDecoder } from './photo-decoder.ts';

const stubServices = (content: Buffer | Error): ServiceClient => ({
  call: () => Promise.reject(new Error('not asked')),
  get: async (service, path) => {
    expect({ service, path }).toEqual({ service: 'application', path: '/internal/documents/a%2Fb' });
    if (content instanceof Error) throw content;
    return { type: 'image/png', content };
  },
});
const decoder = createPhotoDecoder();
afterAll(() => decoder.close());
const fetchFrom = (content: Buffer | Error) =>
  fetchPhoto({ services: stubServices(content), decoder }, 'a/b');
const createPicture = (width: number, height: number, noise = 0) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#8fb4d8',
      noise: { type: 'gaussian', mean: 128, sigma: noise },
    },
  });

test('converts a photo to a JPEG that fits its box on the ticket, of at most 24 KB', async () => {
  const detailed = await createPicture(1600, 1200, 120).png().toBuffer();
  const jpeg = await fetchFrom(detailed);
  expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 284, height: 213 });
  expect(jpeg?.length).toBeLessThanOrEqual(24 * 1024);
});

test('returns nothing for an unreadable picture', async () => {
  expect(await fetchFrom(Buffer.from('no picture'))).toBeUndefined();
  expect(await fetchFrom(Buffer.alloc(0))).toBeUndefined();
});

test.each([dependencyUnavailable('application'), notFound()])(
  'distinguishes an unavailable photo from an unreadable one',
  async (failure) => {
    await expect(fetchFrom(failure)).rejects.toBe(failure);
  },
);
