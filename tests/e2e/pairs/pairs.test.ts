import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { reads } from '../browser.ts';
import { NOTE } from './changes.ts';
import { makeNextVersion, type NextVersion, ROOT } from './next-version.ts';
import { openPairing, type Pairing } from './pairing.ts';

const TODAY = ROOT;
const history = join(ROOT, 'mf-history/dist');

let portal: Pairing;
let next: NextVersion;
beforeAll(async () => {
  // One after the other: builds leave a small machine no time for services that start.
  next = await makeNextVersion();
  portal = await openPairing();
  for (const dist of [history, next.history, next.lentHistory]) {
    expect(await portal.slice('publish', 'mf-history', '--dist', dist)).toMatchObject({ code: 0 });
  }
});
afterAll(async () => {
  try {
    await portal?.stop();
  } finally {
    await next?.remove();
  }
});

const deploy = (dist: string) => portal.slice('deploy', 'mf-history', '--dist', dist);
const deployed = async (dist: string) => expect(await deploy(dist)).toMatchObject({ code: 0 });

beforeEach(async () => {
  await portal.run(TODAY, 'svc-application', 'shell');
  await deployed(history);
});

test('mf-history one version behind a changed svc-application shows what it knows, and nothing breaks', async () => {
  await portal.run(next.checkout, 'svc-application');
  const page = await portal.openHistory();
  await reads(page, 'ARC24-');
  expect(await page.evaluate(() => document.body.textContent)).not.toContain(NOTE);
});

test('a newer mf-history is refused while svc-application is the older one, by call and versions; then it comes, and stays when the service goes back', async () => {
  const refused = await deploy(next.history);
  expect(refused.code).toBe(1);
  // One that is not among those that svc-application speaks.
  expect(refused.text).toMatch(
    /getticketsandprofile: mf-history was built with contracts ([\d.]+), svc-application speaks (?!.*\1)[\d., ]+$/m,
  );
  const before = await portal.openHistory();
  await reads(before, 'ARC24-');

  await portal.run(next.checkout, 'svc-application');
  await deployed(next.history);
  await before.reload();
  await reads(before, NOTE);

  await portal.run(TODAY, 'svc-application');
  await before.reload();
  await reads(before, 'No note');
});

test('a shell that was rolled back shows the newer remotes that need nothing of the newer one', async () => {
  await portal.run(next.checkout, 'svc-application', 'shell');
  await deployed(next.history);
  const page = await portal.openHistory();
  await reads(page, NOTE);

  const shell = join(TODAY, 'shell/dist');
  expect(await portal.slice('check-shell', shell)).toMatchObject({ code: 0 });
  await portal.run(TODAY, 'shell');
  await page.reload();
  await reads(page, NOTE);
});

test('a remote that takes what only the newer shell lends is refused by the older one, and keeps the newer one from being rolled back', async () => {
  await portal.run(next.checkout, 'svc-application');
  expect(await deploy(next.lentHistory)).toMatchObject({
    code: 1,
    text: expect.stringContaining('hallNote: the running shell does not lend it'),
  });

  await portal.run(next.checkout, 'shell');
  await deployed(next.lentHistory);
  await reads(await portal.openHistory(), `In the hall: ${NOTE}`);
  expect(await portal.slice('check-shell', join(TODAY, 'shell/dist'))).toMatchObject({
    code: 1,
    text: expect.stringMatching(/The shell lacks hallNote: mf-history .* imports it/),
  });
});
