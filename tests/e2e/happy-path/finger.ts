import type { Page } from 'puppeteer';
import { chooseOption, clickControl, pickFile, tickBox, typeInto } from '../browser.ts';

/** Taps to open a list or a file picker and choose in it. */
const TAPS_TO_CHOOSE = 2;

/** A finger on a phone: counts every tap except typing. */
export interface Finger {
  /** The tapped controls, one entry for each tap. */
  readonly taps: readonly string[];
  readonly tap: (text: string, scope?: string) => Promise<void>;
  /** Taps the field first, unless it has the focus already. */
  readonly type: (name: string, text: string, scope?: string) => Promise<void>;
  /** The same for a date, key by key in the order of the browser's language. */
  readonly typeDate: (name: string, keys: string) => Promise<void>;
  readonly choose: (name: string, value: string) => Promise<void>;
  readonly tick: (name: string, value: string) => Promise<void>;
  readonly pick: (name: string, path: string) => Promise<void>;
  readonly waitForFocus: (name: string) => Promise<unknown>;
}

export function createFinger(page: Page): Finger {
  const taps: string[] = [];
  const hasFocus = (name: string) =>
    page.evaluate((name) => document.activeElement?.getAttribute('name') === name, name);
  const count = (what: string, times = 1) => taps.push(...Array<string>(times).fill(what));
  const countUnlessFocused = async (name: string) => {
    if (!(await hasFocus(name))) count(name);
  };
  return {
    taps,
    async tap(text, scope) {
      count(text);
      await clickControl(page, text, scope);
    },
    async type(name, text, scope) {
      await countUnlessFocused(name);
      await typeInto(page, name, text, scope);
    },
    async typeDate(name, keys) {
      await countUnlessFocused(name);
      await page.type(`[name="${name}"]`, keys);
    },
    async choose(name, value) {
      count(name, TAPS_TO_CHOOSE);
      await chooseOption(page, name, value);
    },
    async tick(name, value) {
      count(name);
      await tickBox(page, name, value);
    },
    async pick(name, path) {
      count(name, TAPS_TO_CHOOSE);
      await pickFile(page, name, path);
    },
    waitForFocus: (name) =>
      page.waitForFunction((name) => document.activeElement?.getAttribute('name') === name, {}, name),
  };
}
