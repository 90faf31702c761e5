import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Portal, startPortal } from '@archaka/test-kit';
import type { Browser } from 'puppeteer';
import type { Figure } from '../table.ts';
import { auditScreen } from './audits.ts';
import { openBrowser } from './browser.ts';
import { measureDeployments } from './deployments.ts';
import { compareFirstScreens } from './first-screens.ts';
import { buildOneBundle } from './one-bundle/build.ts';
import { serveOneBundle } from './one-bundle/server.ts';
import { prepareScreens, type Screens } from './screens.ts';
import { measureScripts } from './script-sizes.ts';
import { measureSlowSteps } from './slow-steps.ts';

const HOME_TARGET_KB = 130;
const FORM_TARGET_KB = 200;

async function compareWithOneBundle(
  browser: Browser,
  { origin: federated }: Portal,
  { form, history }: Screens,
): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'one-bundle-'));
  const server = await serveOneBundle({ folder, scripts: await buildOneBundle(folder), portal: federated });
  try {
    const figures: Figure[] = [];
    for (const screen of [history, form]) {
      figures.push(await compareFirstScreens(browser, { federated, oneBundle: server.origin, screen }));
    }
    return figures;
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
}

/** Measures the load on a phone: Lighthouse's scores, bytes of JavaScript, times of screens, steps and deployments. */
export async function measure(): Promise<Figure[]> {
  const portal = await startPortal({ env: { LOG_LEVEL: 'warn' } });
  const browser = await openBrowser();
  try {
    const screens = await prepareScreens(portal);
    const { home, form, history } = screens;
    return [
      ...(await auditScreen(browser, portal.origin, home)),
      ...(await auditScreen(browser, portal.origin, history)),
      await measureScripts(browser, portal.origin, { screen: home, targetKb: HOME_TARGET_KB }),
      await measureScripts(browser, portal.origin, { screen: form, targetKb: FORM_TARGET_KB }),
      ...(await compareWithOneBundle(browser, portal, screens)),
      ...(await measureSlowSteps(browser, portal)),
      await measureDeployments(portal),
    ];
  } finally {
    await browser.close();
    await portal.stop();
  }
}
