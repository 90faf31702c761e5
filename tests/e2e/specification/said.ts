import { eventually } from '@archaka/test-kit';
import type { Page } from 'puppeteer';

/** A text that came into a live region or a popup. */
export interface Said {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly came: number;
  /** Whether it stood in the upper right quarter of the window. */
  readonly topRight: boolean;
  /** How long it stood, in milliseconds; undefined while it stands. */
  stood?: number;
  /** How long after it came the page was left; undefined when it was not. */
  leftAfter?: number;
}

export interface Listening {
  readonly said: readonly Said[];
  /** Waits until this is said, exactly; again after an earlier time when `since` (ms since 1970) is given. */
  readonly hear: (text: string, since?: number) => Promise<Said>;
  /** Waits until it is gone: how long it stood, in milliseconds. */
  readonly lasted: (text: string) => Promise<number>;
  /** Waits until the page is left: how long that was after this was said, in milliseconds. */
  readonly leftAfter: (text: string) => Promise<number>;
}

/** Notes from now on, across reloads too, what the page says and how long it stands. */
export async function listen(page: Page): Promise<Listening> {
  const said: Said[] = [];
  const last = (text: string) => said.findLast((one) => one.text === text);
  await page.exposeFunction('noteCame', (one: Said) => said.push(one));
  await page.exposeFunction('note', (text: string, more: Partial<Said>) => {
    Object.assign(last(text) ?? {}, more);
  });
  await page.evaluateOnNewDocument(watchRegions);
  const hear = (text: string, since = 0) =>
    eventually(() => said.findLast((one) => one.text === text && one.came >= since)).catch(() => {
      throw new Error(`'${text}' was not said, but: ${said.map((one) => one.text).join(' | ')}`);
    });
  return {
    said,
    hear,
    lasted: async (text) => {
      const one = await hear(text);
      return eventually(() => one.stood);
    },
    leftAfter: async (text) => {
      const one = await hear(text);
      return eventually(() => one.leftAfter);
    },
  };
}

/**
 * Runs in the page, before anything of its own. Time is counted by timers of the page: they run in the order in
 * which they are due, so a busy machine delays them together with what they measure.
 */
function watchRegions(): void {
  const { noteCame, note } = globalThis as unknown as {
    noteCame: (said: Said) => void;
    note: (text: string, more: Partial<Said>) => void;
  };
  const regions = ':is([role="status"], [aria-live], [role="alertdialog"]):not([role="alert"])';
  const stepMs = 50;
  const longestMs = 4000;
  const ages = new Map<string, number>();
  const standing = new Set<string>();

  const begin = (text: string) => {
    ages.set(text, 0);
    for (let age = stepMs; age <= longestMs; age += stepMs) setTimeout(() => ages.set(text, age), age);
  };
  const look = () => {
    const leaves = [...document.querySelectorAll(`${regions} *`)].filter(
      (element) => element.childElementCount === 0 && element.checkVisibility(),
    );
    const found = new Map(leaves.map((leaf) => [leaf.textContent.trim(), leaf]));
    for (const text of standing) {
      if (found.has(text)) continue;
      standing.delete(text);
      note(text, { stood: ages.get(text) ?? 0 });
    }
    for (const [text, leaf] of found) {
      if (standing.has(text)) continue;
      standing.add(text);
      begin(text);
      const { left, right, top } = leaf.getBoundingClientRect();
      const topRight = (left + right) / 2 > innerWidth / 2 && top < innerHeight / 2;
      noteCame({ text, came: Date.now(), topRight });
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  addEventListener('beforeunload', () => {
    for (const [text, age] of ages) note(text, { leftAfter: age });
  });
}
