import { paymentCaptured } from '@archaka/contracts';
import {
  buildPdf,
  eventually,
  scaledTimeout,
  startTestBucket,
  type TestBucket,
  uploadResumably,
} from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readPages } from '../src/features/rasterize-pdf/testing/read-pages.ts';
import { setUpApplication, submitApplication } from './support/service.ts';
import type { TestUser } from './support/user.ts';

const KEY_ID = 'arn:aws:kms:ap-south-1:123456789012:key/1';
/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9';
const KMS_DOWN = {
  KMS_KEY_ID: KEY_ID,
  AWS_ENDPOINT_URL_KMS: NOWHERE,
  AWS_REGION: 'ap-south-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
};

const portal = setUpApplication();
let bucket: TestBucket;
beforeAll(async () => {
  bucket = await startTestBucket();
}, scaledTimeout(600_000));
afterAll(() => bucket?.stop());

test('stores new files in the bucket, reads those in the database too, and payments need no bucket', async () => {
  const countInDatabase = (collection: string) =>
    portal.count(collection, { 'sealed.box': { $exists: true } });
  /** The text of a paper, or the status of the response. */
  const readPaper = async (user: TestUser, id: unknown) => {
    const response = await user.fetch(`/api/documents/${id}`);
    if (response.status !== 200) return response.status;
    const [page] = await readPages(new Uint8Array(await response.arrayBuffer()));
    return page?.text;
  };
  const paying = await submitApplication(portal);
  const user = await portal.createUser();
  const upload = async (words: string) => (await user.upload('markmemos', buildPdf(words))).document_id;
  const earlier = await upload('in the database');
  const variables = { ...bucket.env, FILES_URL: bucket.address };
  const withBucket = await portal.restart(variables);

  const before = await countInDatabase('documents');
  expect(before).toBeGreaterThan(0);
  const later = await upload('straight into the bucket');
  expect(await countInDatabase('documents')).toBe(before);
  expect(await readPaper(user, earlier)).toBe('in the database');
  expect(await readPaper(user, later)).toBe('straight into the bucket');

  const resumed = await uploadResumably(portal.stage.urls.application, {
    headers: { ...user.auth, origin: portal.stage.urls.shell },
    kind: 'markmemos',
    bytes: buildPdf('resumed'),
  });
  expect(await readPaper(user, resumed.body?.document_id)).toBe('resumed');
  expect(await countInDatabase('uploadpieces')).toBe(0);
  await withBucket.stop();

  const down = await portal.restart({ ...variables, AWS_ENDPOINT_URL_S3: NOWHERE });
  expect(await readPaper(user, later)).toBe(503);
  expect(await user.upload('markmemos', buildPdf('later'))).toMatchObject({
    http: 503,
    title: expect.stringContaining('not available'),
  });
  await paying.capture();
  await down.stop();
});

test('reports sealed data as unavailable while the KMS is down, processes payments and loses nothing', async () => {
  const opened = await portal.restart();
  const paying = await submitApplication(portal);
  const { application_id } = paying.ids;
  const keys = portal.database.collection('datakeys');
  const wrapAllBy = (master: string) => keys.updateMany({}, { $set: { master } });
  await wrapAllBy(`aws:${KEY_ID}`);
  await opened.stop();
  const down = await portal.restart(KMS_DOWN);

  const read = await paying.user.call('getapplicationform', { application_id });
  expect(read).toMatchObject({ http: 503, body: { code: 'part-down' } });
  const newcomer = await portal.createUser();
  expect((await newcomer.save()).http).toBe(503);
  await portal.broker.publish(paymentCaptured, paying.buildCaptured());
  await eventually(
    async () => (await portal.count('applications', { _id: application_id, state: 'paid' })) === 1,
  );

  await wrapAllBy('1');
  await down.stop();
  const back = await portal.restart();
  expect(await paying.readStatus()).toBe('S');
  expect((await newcomer.save()).http).toBe(200);
  await back.stop();
});
