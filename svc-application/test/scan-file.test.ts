import { buildFormPaper, buildPdf, buildPhoto, eventually, uploadResumably } from '@archaka/test-kit';
import { afterAll, expect, test } from '@jest/globals';
import { createScanner, EICAR } from './support/scanner.ts';
import { setUpApplication } from './support/service.ts';

const scanner = createScanner();
const portal = setUpApplication(async () => {
  await scanner.start();
  return { env: { CLAMD_URL: scanner.url } };
});
afterAll(scanner.stop);

test('rejects a file with a virus with a message, and stores a clean one', async () => {
  const infected = Buffer.concat([buildPdf(), Buffer.from(`\n${EICAR}`)]);
  const virus = 'This file contains a virus. Please upload a clean copy of it.';
  const user = await portal.createUser();
  expect(await user.upload('birthcertificate', infected)).toMatchObject({ http: 400, title: virus });
  const saved = await user.save({ birthcertificate: buildFormPaper(infected) });
  expect(saved).toMatchObject({ http: 400, body: { title: virus } });
  expect((await user.upload('birthcertificate', buildPdf())).http).toBe(201);
  expect((await user.upload('image', await buildPhoto())).http).toBe(201);
});

test('reports a scanner outage, stores nothing unscanned, and resumes an upload afterwards', async () => {
  const user = await portal.createUser();
  await scanner.stop();
  expect(await user.upload('birthcertificate', buildPdf('unscanned'))).toMatchObject({
    http: 503,
    title: 'Files cannot be checked at the moment. Please try again in a few minutes.',
  });
  expect((await user.save({ birthcertificate: buildFormPaper(buildPdf('in a form')) })).http).toBe(503);
  const file = { headers: user.auth, kind: 'birthcertificate', bytes: buildPdf('in pieces') };
  const { path } = await uploadResumably(portal.stage.urls.application, file);
  expect((await user.fetch(path)).status).toBe(503);
  expect(await portal.count('documents', { ownerId: user.person.id })).toBe(0);
  expect((await fetch(`${portal.stage.urls.application}/readyz`)).status).toBe(200);

  await scanner.start();
  await eventually(async () => (await user.fetch(path)).status === 200);
});
