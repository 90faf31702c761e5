import type { ApplicantSession } from '@archaka/test-kit';
import lighthouse, { type Result } from 'lighthouse';
import type { Browser } from 'puppeteer';
import { type Figure, median } from '../figures.ts';
import { withPage } from './phone.ts';

const ROUNDS = 5;
const TARGETS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const PERCENT = 100;

type Category = keyof typeof TARGETS;
const categories = Object.keys(TARGETS) as Category[];

/** Lighthouse's defaults: a phone on Slow 4G with a quarter of this machine's speed, both simulated. */
const runAudit = (browser: Browser, url: string, session?: ApplicantSession): Promise<Result> =>
  withPage(browser, session, async (page) => {
    const options = { onlyCategories: categories, disableFullPageScreenshot: true };
    const run = await lighthouse(url, options, undefined, page);
    if (!run || run.lhr.runtimeError)
      throw new Error(`Lighthouse on ${url}: ${run?.lhr.runtimeError?.message}`);
    return run.lhr;
  });

const getScore = (result: Result, category: Category): number =>
  Math.round(Number(result.categories[category]?.score) * PERCENT);

/** The failed audits of a category. */
function findFailedAudits({ audits, categories }: Result, category: Category): string[] {
  const refs = categories[category]?.auditRefs ?? [];
  return refs
    .filter(({ weight }) => weight > 0)
    .flatMap(({ id }) => audits[id] ?? [])
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ id, displayValue = '' }) => `${id} ${displayValue}`);
}

/** Lighthouse's four scores for a page. */
export async function auditScreen(
  browser: Browser,
  url: string,
  session?: ApplicantSession,
): Promise<Figure[]> {
  const results: Result[] = [];
  for (let round = 0; round < ROUNDS; round++) results.push(await runAudit(browser, url, session));
  return categories.map((category) => {
    const score = median(results.map((result) => getScore(result, category)));
    const failed = new Set(results.flatMap((result) => findFailedAudits(result, category)));
    for (const audit of failed) console.log(`${url}, ${category}: ${audit}`);
    return {
      name: `Lighthouse's ${category} of ${new URL(url).pathname}, median of ${ROUNDS}`,
      measured: String(score),
      target: `≥ ${TARGETS[category]}`,
      isReached: score >= TARGETS[category],
    };
  });
}
