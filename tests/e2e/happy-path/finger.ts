import type { Page } from 'puppeteer';
import { chooseOption, clickControl, pickFile, tickBox, typeInto } from '../browser.ts';

/** Taps to open a list or a file picker and choose in it. */
const TAPS_TO_CHOOSE = 2;

/** A finger on a phone: counts every tap outside its keyboard. */
export type Finger = ReturnType<typeof createFinger>;

export function createFinger(page: Page) {
  const taps: string[] = [];
  const hasFocus = (name: string) =>
    page.evaluate((name) => document.activeElement?.getAttribute('name') === name, name);
  const count = (what: string, times = 1) => taps.push(...Array<string>(times).fill(what));
  /** Presses the key of the phone's keyboard that leads to the next field, if the present field has it. */
  const goToNextField = async () => {
    const hasKey = await page.evaluate(
      () => (document.activeElement as HTMLElement | null)?.enterKeyHint === 'next',
    );
    if (hasKey) await page.keyboard.press('Enter');
  };
  const reach = async (name: string) => {
    if (!(await hasFocus(name))) await goToNextField();
    if (!(await hasFocus(name))) count(name);
  };
  return {
    /** The tapped controls, one entry for each tap. */
    taps,
    async tap(text: string, scope?: string) {
      count(text);
      await clickControl(page, text, scope);
    },
    /** Taps the field first, unless it has the focus already or the keyboard leads to it. */
    async type(name: string, text: string, scope?: string) {
      await reach(name);
      await typeInto(page, name, text, scope);
    },
    async choose(name: string, value: string) {
      count(name, TAPS_TO_CHOOSE);
      await chooseOption(page, name, value);
    },
    async tick(name: string, value: string) {
      count(name);
      await tickBox(page, name, value);
    },
    async pick(name: string, path: string) {
      count(name, TAPS_TO_CHOOSE);
      await pickFile(page, name, path);
    },
    waitForFocus: (name: string) =>
      page.waitForFunction((name) => document.activeElement?.getAttribute('name') === name, {}, name),
  };
}
