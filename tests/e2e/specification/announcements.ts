import { eventually, scaledTimeout } from '@archaka/test-kit';
import type { Page } from 'puppeteer';

/** A text that appeared in a live region or a popup. */
export interface Announcement {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly appearedAt: number;
  /** Whether it was in the upper right quarter of the window. */
  readonly isTopRight: boolean;
  /** Time on the screen, in milliseconds; undefined while it is there. */
  shownMs?: number;
  /** Time until the page was left; undefined if it was not. */
  leftAfterMs?: number;
}

export type AnnouncementRecorder = Awaited<ReturnType<typeof recordAnnouncements>>;

/** Records texts of the page and their time on the screen, across reloads too. */
export async function recordAnnouncements(page: Page) {
  const announcements: Announcement[] = [];
  const findLatest = (text: string) => announcements.findLast((announcement) => announcement.text === text);
  await page.exposeFunction('noteAppeared', (announcement: Announcement) => announcements.push(announcement));
  await page.exposeFunction('note', (text: string, changes: Partial<Announcement>) => {
    Object.assign(findLatest(text) ?? {}, changes);
  });
  await page.evaluateOnNewDocument(watchRegions);
  /** Waits until exactly this text appears; with `since` (ms since 1970) only later ones count. */
  const waitForAnnouncement = (text: string, since = 0) =>
    eventually(() =>
      announcements.findLast(
        (announcement) => announcement.text === text && announcement.appearedAt >= since,
      ),
    ).catch(() => {
      throw new Error(
        `'${text}' was not said, but: ${announcements.map((announcement) => announcement.text).join(' | ')}`,
      );
    });
  return {
    announcements,
    waitForAnnouncement,
    /** @returns its time on the screen, in milliseconds; `since` as above */
    waitUntilGone: async (text: string, since?: number) => {
      const announcement = await waitForAnnouncement(text, since);
      return eventually(() => announcement.shownMs);
    },
    /** Waits until the page is left. @returns the milliseconds since this text appeared */
    waitUntilLeft: async (text: string) => {
      const announcement = await waitForAnnouncement(text);
      return eventually(() => announcement.leftAfterMs);
    },
  };
}

/**
 * Runs in the page, before its own scripts. Time is measured by timers of the page: they run in the order in
 * which they are due, so a busy machine delays them together with what they measure.
 */
function watchRegions(): void {
  const { noteAppeared, note } = globalThis as unknown as {
    noteAppeared: (announcements: Announcement) => void;
    note: (text: string, changes: Partial<Announcement>) => void;
  };
  const regions = ':is([role="status"], [aria-live], [role="alertdialog"]):not([role="alert"])';
  const stepMs = 50;
  const maxMs = 4000;
  const ages = new Map<string, number>();
  const visibleTexts = new Set<string>();

  const startTimer = (text: string) => {
    ages.set(text, 0);
    for (let age = stepMs; age <= maxMs; age += stepMs) setTimeout(() => ages.set(text, age), age);
  };
  const updateAnnouncements = () => {
    const leafElements = [...document.querySelectorAll(`${regions} *`)].filter(
      (element) => element.childElementCount === 0 && element.checkVisibility(),
    );
    const leafByText = new Map(leafElements.map((leaf) => [leaf.textContent.trim(), leaf]));
    for (const text of visibleTexts) {
      if (leafByText.has(text)) continue;
      visibleTexts.delete(text);
      note(text, { shownMs: ages.get(text) ?? 0 });
    }
    for (const [text, leaf] of leafByText) {
      if (visibleTexts.has(text)) continue;
      visibleTexts.add(text);
      startTimer(text);
      const { left, right, top } = leaf.getBoundingClientRect();
      const isTopRight = (left + right) / 2 > innerWidth / 2 && top < innerHeight / 2;
      noteAppeared({ text, appearedAt: Date.now(), isTopRight });
    }
  };
  new MutationObserver(updateAnnouncements).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  addEventListener('beforeunload', () => {
    for (const [text, age] of ages) note(text, { leftAfterMs: age });
  });
}

/** Minimum and maximum duration in milliseconds. */
type TimeSpan = readonly [least: number, most: number];

/** On a slow machine a browser detects the end late. */
const LATE_MS = scaledTimeout(400);

export const SHORT_MS: TimeSpan = [700, 1000 + LATE_MS];
export const NOTICE_MS: TimeSpan = [1200, 1500 + LATE_MS];
export const WARNING_MS: TimeSpan = [1600, 2000 + LATE_MS];

export function expectWithin(ms: number, [minMs, maxMs]: TimeSpan): void {
  if (ms < minMs || ms > maxMs)
    throw new Error(`it lasted ${Math.round(ms)} ms, not from ${minMs} to ${maxMs}`);
}
