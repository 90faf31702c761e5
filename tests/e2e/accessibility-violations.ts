import { AxePuppeteer } from '@axe-core/puppeteer';
import type { Page } from 'puppeteer';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Rules that depend on texts and colours of the same elements. */
const WORDS_AND_COLOURS = [
  ...['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'],
  ...['button-name', 'input-button-name', 'link-name', 'label', 'select-name', 'empty-heading'],
  ...['aria-command-name', 'aria-dialog-name', 'aria-input-field-name', 'aria-toggle-field-name'],
  ...['image-alt', 'role-img-alt', 'svg-img-alt', 'frame-title', 'landmark-unique', 'document-title'],
  ...['html-has-lang', 'html-lang-valid', 'valid-lang'],
];

/** Sent instead of axe's source: the page has run axe, and half a megabyte need not be compiled again. */
const NO_SOURCE = 'undefined';

const withAllRules = (axe: AxePuppeteer) => axe.withTags([...WCAG_22_AA, 'best-practice']);

/** Rules of WCAG 2.2 AA, and of axe's best practices, that the current page violates. */
export const findAccessibilityViolations = (page: Page): Promise<string[]> =>
  analyze(page, withAllRules(new AxePuppeteer(page)));

/** The same of a page whose elements have passed all rules in another language and other colours. */
export const findViolationsOfWordsAndColours = (page: Page): Promise<string[]> =>
  analyze(page, new AxePuppeteer(page, NO_SOURCE).withRules(WORDS_AND_COLOURS));

async function analyze(page: Page, axe: AxePuppeteer): Promise<string[]> {
  // axe rejects a page that is still loading, although a test may have found its element there.
  await page.waitForFunction(() => document.readyState === 'complete');
  const { violations } = await axe
    // Otherwise axe combines each result in a separate page, which doubles the time.
    .setLegacyMode(true)
    // Does not describe passed elements.
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
