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
import { type RunningApplication, startApplication } from './support/service.ts';
import { submitApplication } from './support/submit-application.ts';
import type { TestUser } from './support/user.ts';

let bucket: TestBucket;
let portal: RunningApplication;
beforeAll(async () => {
  bucket = await startTestBucket();
  portal = await startApplication();
}, scaledTimeout(600_000));
afterAll(async () => {
  await portal?.stop();
  await bucket?.stop();
});

const getVariables = () => ({ ...bucket.env, FILES_URL: bucket.address });
const countInDatabase = () =>
  portal.database.collection('documents').countDocuments({ 'sealed.box': { $exists: true } });
/** The text of a paper, or the status of the response. */
const readPaper = async (user: TestUser, id: unknown) => {
  const response = await user.fetch(`/api/documents/${id}`);
  if (response.status !== 200) return response.status;
  const [page] = await readPages(new Uint8Array(await response.arrayBuffer()));
  return page?.text;
};

test('stores new files in the bucket, reads those in the database too, and payments need no bucket', async () => {
  const paying = await submitApplication(portal);
  const user = await portal.createUser();
  const papers = new Map<unknown, string>();
  const upload = async (words: string) => {
    const { http, document_id } = await user.upload('markmemos', buildPdf(words));
    expect(http).toBe(201);
    papers.set(document_id, words);
  };
  await upload('in the database');
  await portal.service.stop();
  const withBucket = await portal.restart(getVariables());

  const before = await countInDatabase();
  expect(before).toBeGreaterThan(0);
  await upload('straight into the bucket');
  expect(await countInDatabase()).toBe(before);
  for (const [id, words] of papers) expect(await readPaper(user, id)).toBe(words);

  const resumed = await uploadResumably(portal.stage.urls.application, {
    headers: { ...user.auth, origin: portal.stage.urls.shell },
    kind: 'markmemos',
    bytes: buildPdf('resumed'),
  });
  expect(await readPaper(user, resumed.body?.document_id)).toBe('resumed');
  expect(
    await portal.database.collection('uploadpieces').countDocuments({ 'sealed.box': { $exists: true } }),
  ).toBe(0);
  await withBucket.stop();

  const down = await portal.restart({ ...getVariables(), AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9' });
  const [, inBucket] = papers.keys();
  expect(await readPaper(user, inBucket)).toBe(503);
  expect(await user.upload('markmemos', buildPdf('later'))).toMatchObject({
    http: 503,
    title: expect.stringContaining('not available'),
  });
  await portal.broker.publish(paymentCaptured, paying.buildCaptured());
  await eventually(async () => (await paying.readStatus()) === 'S');
  await down.stop();
});
