import type { Browser } from 'puppeteer';
import { median } from '../statistics.ts';
import type { Figure } from '../table.ts';
import { openScreen, slowDown, withPage } from './browser.ts';
import type { Screen } from './screens.ts';

const ROUNDS = 5;
const MAX_RATIO = 1.05;

/** Milliseconds until the screen is first usable on a cheap phone with a slow line. */
const openThrottled = (browser: Browser, origin: string, screen: Screen): Promise<number> =>
  withPage(browser, screen, async (page) => {
    await slowDown(page);
    return openScreen(page, origin, screen);
  });

/** Compares the screen of a remote with the same screen of the one bundle, alternately. */
export async function compareFirstScreens(
  browser: Browser,
  { federated, oneBundle, screen }: { federated: string; oneBundle: string; screen: Screen },
): Promise<Figure> {
  const [federatedTimes, oneBundleTimes]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    federatedTimes.push(await openThrottled(browser, federated, screen));
    oneBundleTimes.push(await openThrottled(browser, oneBundle, screen));
    console.log(
      `${screen.name}: ${federatedTimes.at(-1)?.toFixed(0)} ms, one bundle ${oneBundleTimes.at(-1)?.toFixed(0)} ms`,
    );
  }
  const ratio = median(federatedTimes) / median(oneBundleTimes);
  return {
    name: `first screen of ${screen.name}, Slow 4G, a quarter of the speed, median of ${ROUNDS}`,
    measured: `${median(federatedTimes).toFixed(0)} ms`,
    target: `the same in one bundle: ${median(oneBundleTimes).toFixed(0)} ms`,
    ratio: `${ratio.toFixed(2)} (target ≤ ${MAX_RATIO})`,
    isReached: ratio <= MAX_RATIO,
  };
}
