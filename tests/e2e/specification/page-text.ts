import type { Page } from 'puppeteer';
import { findControl } from '../browser.ts';

/** Waits for the text of the first element of this kind, with single blanks. */
export async function readText(page: Page, selector: string): Promise<string> {
  const element = await page.waitForSelector(selector);
  return (await element?.evaluate((found) => found.textContent.replace(/\s+/g, ' ').trim())) ?? '';
}

/** The target of the link of this name. */
export const readLink = async (page: Page, name: string, scope?: string): Promise<string> =>
  (await findControl(page, name, scope)).evaluate((link) => (link as HTMLAnchorElement).href);

/** The names of the buttons and links there. */
export const readControlNames = (page: Page, selector: string): Promise<string[]> =>
  page.$$eval(`${selector} :is(a[href], button)`, (controls) =>
    controls
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .map((control) =>
        (control.getAttribute('aria-label') ?? control.textContent).replace(/\s+/g, ' ').trim(),
      ),
  );

/** The value of the control of this name. */
export const readValue = (page: Page, name: string, scope = 'body'): Promise<string> =>
  page.$eval(`${scope} [name="${name}"]`, (control) => (control as HTMLInputElement).value);

/** The values of the ticked boxes of this name. */
export const readTicked = (page: Page, name: string, scope = 'body'): Promise<string[]> =>
  page.$$eval(`${scope} input[name="${name}"]:checked`, (boxes) =>
    boxes.map((box) => (box as HTMLInputElement).value),
  );

/** The label tied to the control, or the legend of its group. */
export const readLabel = (page: Page, name: string, scope = 'body'): Promise<string> =>
  page.$eval(`${scope} [name="${name}"]`, (control) => {
    const { type, labels } = control as HTMLInputElement;
    const label =
      type === 'radio' || type === 'checkbox'
        ? control.closest('fieldset')?.querySelector('legend')
        : labels?.[0];
    return label?.textContent.replace(/\s+/g, ' ').trim() ?? '';
  });

/** Whether there is a control of this name. */
export const hasControl = async (page: Page, name: string, scope = 'body'): Promise<boolean> =>
  (await page.$(`${scope} [name="${name}"]`)) !== null;
