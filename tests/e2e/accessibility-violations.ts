import { AxePuppeteer } from '@axe-core/puppeteer';
import type { Page } from 'puppeteer';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Rules of WCAG 2.2 AA, and of axe's good practice, that the page as it stands breaks. */
export async function findAccessibilityViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxePuppeteer(page)
    // Else each result is put together in a page of its own, which takes as long again.
    .setLegacyMode(true)
    // Nor is what passed described element by element.
    .options({ resultTypes: ['violations'] })
    .withTags([...WCAG_22_AA, 'best-practice'])
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
