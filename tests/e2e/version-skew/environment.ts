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
import type { Browser, Page } from 'puppeteer';
import { closeBrowser, openBrowser, openPhone } from '../browser.ts';
import { runSliceCommand } from '../commands.ts';
import { setSessionCookie } from '../page.ts';
import { ROOT } from './next-version.ts';

/** The components that can be replaced by another version. */
type VersionedComponent = 'svc-application' | 'shell';

/** A portal whose components change their versions one by one, as teams deploy them. */
export type VersionSkewEnvironment = Awaited<ReturnType<typeof createVersionSkewEnvironment>>;

export async function createVersionSkewEnvironment() {
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
