import lighthouse, { type Result } from 'lighthouse';
import type { Browser } from 'puppeteer';
import { median } from '../statistics.ts';
import type { Figure } from '../table.ts';
import { withPage } from './browser.ts';
import type { Screen } from './screens.ts';

const ROUNDS = 5;
const TARGETS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const PERCENT = 100;

type Category = keyof typeof TARGETS;
const categories = Object.keys(TARGETS) as Category[];

/** Lighthouse's defaults: a phone on Slow 4G with a quarter of this machine's speed, both simulated. */
const runAudit = (browser: Browser, origin: string, screen: Screen): Promise<Result> =>
  withPage(browser, screen, async (page) => {
    const options = { onlyCategories: categories, disableFullPageScreenshot: true };
    const run = await lighthouse(origin + screen.path, options, undefined, page);
    if (!run) throw new Error(`Lighthouse has no result for ${screen.name}`);
    const { runtimeError } = run.lhr;
    if (runtimeError) throw new Error(`Lighthouse on ${screen.name}: ${runtimeError.message}`);
    return run.lhr;
  });

const getScore = ({ categories }: Result, category: Category): number =>
  Math.round(Number(categories[category]?.score) * PERCENT);

/** The failed audits of a category. */
function findFailedAudits({ audits, categories }: Result, category: Category): string[] {
  const refs = categories[category]?.auditRefs ?? [];
  return refs
    .filter(({ weight }) => weight > 0)
    .flatMap(({ id }) => audits[id] ?? [])
    .filter(({ score }) => score !== null && score < 0.9)
    .map(
      ({ id, score, displayValue = '' }) => `${id} ${Math.round(Number(score) * PERCENT)} ${displayValue}`,
    );
}

function printScores(screen: Screen, result: Result): void {
  const scores = categories.map((category) => `${category} ${getScore(result, category)}`);
  console.log(
    `${screen.name}: ${scores.join(', ')}; index of this machine ${result.environment.benchmarkIndex}`,
  );
  for (const category of categories) {
    for (const failedAudit of findFailedAudits(result, category))
      console.log(`  ${category}: ${failedAudit}`);
  }
}

/** Lighthouse's four scores for a screen. */
export async function auditScreen(browser: Browser, origin: string, screen: Screen): Promise<Figure[]> {
  const results: Result[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const result = await runAudit(browser, origin, screen);
    printScores(screen, result);
    results.push(result);
  }
  return categories.map((category) => {
    const score = median(results.map((result) => getScore(result, category)));
    return {
      name: `Lighthouse's ${category} of ${screen.name}, median of ${ROUNDS}`,
      measured: String(score),
      target: String(TARGETS[category]),
      ratio: (score / TARGETS[category]).toFixed(2),
      isReached: score >= TARGETS[category],
    };
  });
}
