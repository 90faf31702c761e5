import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mapAddressVariables } from '@archaka/contracts';
import {
  createTestEnvironment,
  type RunningService,
  registerApplicant,
  startBackingServices,
  startService,
  startSimulator,
  submitNewApplication,
  type TestEnvironment,
  toBackingServiceVariables,
} from '@archaka/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { closeBrowser, openBrowser, openPhone, waitForText } from '../browser.ts';
import { runSliceCommand } from '../commands.ts';
import { setSessionCookie } from '../page.ts';
import { createNextVersion, type NextVersion, NOTE, ROOT } from './next-version.ts';

/** The components that can be replaced by another version. */
type VersionedComponent = 'svc-application' | 'shell';

/** A portal whose components change their versions one by one, as teams deploy them. */
type VersionSkewEnvironment = Awaited<ReturnType<typeof createVersionSkewEnvironment>>;

async function createVersionSkewEnvironment() {
  const services = await startBackingServices();
  Object.assign(process.env, toBackingServiceVariables(services));
  const [environment, browser, sliceStore] = await Promise.all([
    createTestEnvironment({ realAuth: true }),
    openBrowser(),
    mkdtemp(join(tmpdir(), 'slices-')),
  ]);
  const origin = environment.urls.shell.replace('127.0.0.1', 'localhost');
  const env = { SLICE_STORE: sliceStore, PORTAL_ORIGIN: origin };
  const stop = async () => {
    await closeBrowser(browser);
    await environment.close();
    await services.stop();
    await rm(sliceStore, { recursive: true });
  };
  const runComponents = await startComponents(environment, env).catch(async (error) => {
    await stop();
    throw error;
  });

  const addresses = {
    ...mapAddressVariables((name) => environment.urls[name]),
    SHELL_URL: environment.urls.shell,
  };
  return {
    runComponents,
    /** Runs `npm run slice -- …` as for a deployed portal. */
    runSliceCommand: (...args: string[]) => runSliceCommand({ ...env, ...addresses }, ...args),
    /** Opens the history page of a new applicant with an application. */
    openHistoryPage: () => openHistoryPage({ origin, browser }),
    stop,
  };
}

/** Starts all components of the current version; returns a function that runs some from another working copy. */
async function startComponents(environment: TestEnvironment, env: Record<string, string>) {
  const running = new Map<VersionedComponent, { workingCopy: string; service: RunningService }>();
  const replaceComponent = async (component: VersionedComponent, workingCopy: string) => {
    const previous = running.get(component);
    if (previous?.workingCopy === workingCopy) return;
    await previous?.service.stop();
    const service = await startService(component, { environment, env, folder: join(workingCopy, component) });
    running.set(component, { workingCopy, service });
  };
  const unchangedServices = ['svc-auth', 'svc-payment', 'svc-ticket', 'svc-desk'] as const;
  await Promise.all([
    startSimulator(environment),
    ...unchangedServices.map((name) => startService(name, { environment, env })),
    replaceComponent('svc-application', ROOT),
  ]);
  await replaceComponent('shell', ROOT);
  return async (workingCopy: string, ...components: readonly VersionedComponent[]) => {
    for (const component of components) await replaceComponent(component, workingCopy);
  };
}

async function openHistoryPage({ origin, browser }: { origin: string; browser: Browser }): Promise<Page> {
  const applicant = await registerApplicant(origin);
  await submitNewApplication(applicant);
  const { page } = await openPhone(browser);
  await setSessionCookie(page, applicant);
  await page.goto(`${origin}/ticket`);
  return page;
}

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
