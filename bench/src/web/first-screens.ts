import { type Browser, PredefinedNetworkConditions } from 'puppeteer';
import { median } from '../statistics.ts';
import type { Figure } from '../table.ts';
import { openScreen, withPage } from './browser.ts';
import type { Screen } from './screens.ts';

const ROUNDS = 5;
const AIM = 1.15;
const CPU_TIMES_SLOWER = 4;

/** Milliseconds until a cheap phone on a slow line has the screen in use for the first time. */
const openSlowly = (browser: Browser, origin: string, screen: Screen): Promise<number> =>
  withPage(browser, screen, async (page) => {
    await page.emulateNetworkConditions(PredefinedNetworkConditions['Slow 4G']);
    await page.emulateCPUThrottling(CPU_TIMES_SLOWER);
    return openScreen(page, origin, screen);
  });

/** The screen of a remote against the same screen of the one bundle, in turn. */
export async function compareFirstScreens(
  browser: Browser,
  { federated, oneBundle, screen }: { federated: string; oneBundle: string; screen: Screen },
): Promise<Figure> {
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await openSlowly(browser, federated, screen));
    theirs.push(await openSlowly(browser, oneBundle, screen));
    console.log(`${screen.name}: ${ours.at(-1)?.toFixed(0)} ms, one bundle ${theirs.at(-1)?.toFixed(0)} ms`);
  }
  const ratio = median(ours) / median(theirs);
  return {
    what: `first screen of ${screen.name}, Slow 4G, a quarter of the speed, median of ${ROUNDS}`,
    measured: `${median(ours).toFixed(0)} ms`,
    against: `the same in one bundle: ${median(theirs).toFixed(0)} ms`,
    ratio: `${ratio.toFixed(2)} (aim ≤ ${AIM})`,
    reached: ratio <= AIM,
  };
}
