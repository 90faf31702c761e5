import type { Page } from 'puppeteer';
import { named } from '../browser.ts';

/** The text of the first element of this kind, once it is there, its blanks made single. */
export async function textOf(page: Page, selector: string): Promise<string> {
  const element = await page.waitForSelector(selector);
  return (await element?.evaluate((found) => found.textContent.replace(/\s+/g, ' ').trim())) ?? '';
}

/** Where the link of this name leads. */
export const linkOf = async (page: Page, name: string, within?: string): Promise<string> =>
  (await named(page, name, within)).evaluate((link) => (link as HTMLAnchorElement).href);

/** The names of the buttons and links there. */
export const namesIn = (page: Page, selector: string): Promise<string[]> =>
  page.$$eval(`${selector} :is(a[href], button)`, (controls) =>
    controls
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .map((control) =>
        (control.getAttribute('aria-label') ?? control.textContent).replace(/\s+/g, ' ').trim(),
      ),
  );

/** What the control of this name holds. */
export const contentOf = (page: Page, name: string, within = 'body'): Promise<string> =>
  page.$eval(`${within} [name="${name}"]`, (control) => (control as HTMLInputElement).value);

/** The values of the ticked boxes of this name. */
export const tickedOf = (page: Page, name: string, within = 'body'): Promise<string[]> =>
  page.$$eval(`${within} input[name="${name}"]:checked`, (boxes) =>
    boxes.map((box) => (box as HTMLInputElement).value),
  );

/** The label tied to the control, or the legend of its group. */
export const labelOf = (page: Page, name: string, within = 'body'): Promise<string> =>
  page.$eval(`${within} [name="${name}"]`, (control) => {
    const { type, labels } = control as HTMLInputElement;
    const label =
      type === 'radio' || type === 'checkbox'
        ? control.closest('fieldset')?.querySelector('legend')
        : labels?.[0];
    return label?.textContent.replace(/\s+/g, ' ').trim() ?? '';
  });

/** Whether there is a control of this name. */
export const hasControl = async (page: Page, name: string, within = 'body'): Promise<boolean> =>
  (await page.$(`${within} [name="${name}"]`)) !== null;
