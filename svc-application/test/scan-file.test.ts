import { buildPdf, buildPhoto, eventually, uploadResumably } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createScanner, EICAR } from './support/scanner.ts';
import { type RunningApplication, startApplication } from './support/service.ts';

const scanner = createScanner();
let portal: RunningApplication;
beforeAll(async () => {
  await scanner.start();
  portal = await startApplication({ env: { CLAMD_URL: scanner.url } });
});
afterAll(async () => {
  await portal?.stop();
  await scanner.stop();
});

const createInfectedPdf = () => Buffer.concat([buildPdf(), Buffer.from(`\n${EICAR}`)]);
const VIRUS = 'This file contains a virus. Please upload a clean copy of it.';
const DOWN = 'Files cannot be checked at the moment. Please try again in a few minutes.';
const toDataUrl = (bytes: Buffer) => [
  { reviewimg: `data:application/pdf;base64,${bytes.toString('base64')}`, filetype: 'pdf' },
];

test('rejects a file with a virus with a message, and stores a clean one', async () => {
  const user = await portal.createUser();
  const rejected = await user.upload('birthcertificate', createInfectedPdf());
  expect([rejected.http, rejected.title]).toEqual([400, VIRUS]);
  const saved = await user.save({ birthcertificate: toDataUrl(createInfectedPdf()) });
  expect([saved.http, saved.body.title]).toEqual([400, VIRUS]);
  expect((await user.upload('birthcertificate', buildPdf())).http).toBe(201);
  expect((await user.upload('image', await buildPhoto())).http).toBe(201);
});

test('reports a scanner outage, stores nothing unscanned, and resumes an upload afterwards', async () => {
  const user = await portal.createUser();
  await scanner.stop();
  const rejected = await user.upload('birthcertificate', buildPdf('unscanned'));
  expect([rejected.http, rejected.title]).toEqual([503, DOWN]);
  expect((await user.save({ birthcertificate: toDataUrl(buildPdf('in a form')) })).http).toBe(503);
  const file = { headers: user.auth, kind: 'birthcertificate', bytes: buildPdf('in pieces') };
  const { path } = await uploadResumably(portal.stage.urls.application, file);
  expect((await user.fetch(path)).status).toBe(503);
  expect(await portal.database.collection('documents').countDocuments({ ownerId: user.person.id })).toBe(0);
  expect((await fetch(`${portal.stage.urls.application}/readyz`)).status).toBe(200);

  await scanner.start();
  await eventually(async () => (await user.fetch(path)).status === 200);
});
