import { AxePuppeteer } from '@axe-core/puppeteer';
import type { Page } from 'puppeteer';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Rules of WCAG 2.2 AA, and of axe's good practice, that the page as it stands breaks. */
export async function barriers(page: Page): Promise<string[]> {
  // It would take the blank page of a frame, which a PDF is drawn into, for the page itself once more.
  const axe = new AxePuppeteer(page).disableFrame('iframe').withTags([...WCAG_22_AA, 'best-practice']);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
