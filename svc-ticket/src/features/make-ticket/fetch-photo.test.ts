import { dependencyUnavailable, notFound, type ServiceClient } from '@archaka/service-kit';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { fetchPhoto } from './fetch-photo.ts';

const stubServices = (content: Buffer | Error): ServiceClient => ({
  call: () => Promise.reject(new Error('not asked')),
  get: async (service, path) => {
    expect({ service, path }).toEqual({ service: 'application', path: '/internal/documents/a%2Fb' });
    if (content instanceof Error) throw content;
    return { type: 'image/png', content };
  },
});
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

test('converts a photo to a JPEG that fits its box on the ticket', async () => {
  const jpeg = await fetchPhoto(stubServices(await createPicture(1600, 1200).png().toBuffer()), 'a/b');
  expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 284, height: 213 });
});

test('limits the size of the least compressible photo', async () => {
  const jpeg = await fetchPhoto(stubServices(await createPicture(284, 362, 120).png().toBuffer()), 'a/b');
  expect(jpeg?.length).toBeLessThan(34 * 1024);
});

test('rotates a photo upright and removes its location', async () => {
  const sideways = await createPicture(400, 300)
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { width, height, exif } = await sharp(await fetchPhoto(stubServices(sideways), 'a/b')).metadata();
  expect(Number(height)).toBeGreaterThan(Number(width));
  expect(exif).toBeUndefined();
});

test('returns nothing for an unreadable picture', async () => {
  expect(await fetchPhoto(stubServices(Buffer.from('no picture')), 'a/b')).toBeUndefined();
  expect(await fetchPhoto(stubServices(Buffer.alloc(0)), 'a/b')).toBeUndefined();
});

test.each([dependencyUnavailable('application'), notFound()])(
  'distinguishes an unavailable photo from an unreadable one',
  async (failure) => {
    await expect(fetchPhoto(stubServices(failure), 'a/b')).rejects.toBe(failure);
  },
);
