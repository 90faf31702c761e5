import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { waitForText } from '../browser.ts';
import { createVersionSkewEnvironment, type VersionSkewEnvironment } from './environment.ts';
import { createNextVersion, type NextVersion, NOTE, ROOT } from './next-version.ts';

const CURRENT_VERSION = ROOT;
const history = join(ROOT, 'mf-history/dist');

let portal: VersionSkewEnvironment;
let nextVersion: NextVersion;
beforeAll(async () => {
  // Sequential, since builds slow the start of services on a small machine.
  nextVersion = await createNextVersion();
  portal = await createVersionSkewEnvironment();
  for (const dist of [history, nextVersion.history]) {
    expect(await portal.runSliceCommand('publish', 'mf-history', '--dist', dist)).toMatchObject({ code: 0 });
  }
});
afterAll(async () => {
  try {
    await portal?.stop();
  } finally {
    await nextVersion?.remove();
  }
});

const deployHistory = (dist: string) => portal.runSliceCommand('deploy', 'mf-history', '--dist', dist);
/** A failure shows what the command printed. */
const expectDeployed = async (dist: string) =>
  expect(await deployHistory(dist)).toEqual({ code: 0, output: expect.any(String) });

// Each test sets the versions that it needs; a component that already has its version is not restarted.
beforeEach(() => expectDeployed(history));

test('shows mf-history one version behind a changed svc-application, without the new field', async () => {
  await portal.runComponents(CURRENT_VERSION, 'shell');
  await portal.runComponents(nextVersion.workingCopy, 'svc-application');
  const page = await portal.openHistoryPage();
  await waitForText(page, 'ARC24-');
  expect(await page.evaluate(() => document.body.textContent)).not.toContain(NOTE);
});

test('rejects a newer mf-history for an older svc-application, deploys it for the newer one, and serves it after a rollback', async () => {
  await portal.runComponents(CURRENT_VERSION, 'svc-application', 'shell');
  const rejected = await deployHistory(nextVersion.history);
  expect(rejected.code).toBe(1);
  // The message names a version that svc-application does not support.
  expect(rejected.output).toMatch(
    /getticketsandprofile: mf-history was built with contracts ([\d.]+), svc-application supports (?!.*\1)[\d., ]+$/m,
  );
  const pageBefore = await portal.openHistoryPage();
  await waitForText(pageBefore, 'ARC24-');

  await portal.runComponents(nextVersion.workingCopy, 'svc-application');
  await expectDeployed(nextVersion.history);
  await pageBefore.reload();
  await waitForText(pageBefore, NOTE);

  await portal.runComponents(CURRENT_VERSION, 'svc-application');
  await pageBefore.reload();
  await waitForText(pageBefore, 'No note');
});

test('serves newer remotes that need no new export after a rollback of the shell', async () => {
  await portal.runComponents(nextVersion.workingCopy, 'svc-application', 'shell');
  await expectDeployed(nextVersion.history);
  const page = await portal.openHistoryPage();
  await waitForText(page, NOTE);

  const shell = join(CURRENT_VERSION, 'shell/dist');
  expect(await portal.runSliceCommand('check-shell', shell)).toMatchObject({ code: 0 });
  await portal.runComponents(CURRENT_VERSION, 'shell');
  await page.reload();
  await waitForText(page, NOTE);
});
