import { pay, submit } from '@archaka/test-kit';
import { AxePuppeteer } from '@axe-core/puppeteer';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { press, reads } from '../browser.ts';
import { answer } from '../specification/answers.ts';
import type { Stage } from '../specification/stage.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const NARROWEST = { width: 320, height: 640 };

async function barriersOf(page: Page): Promise<string[]> {
  const { violations } = await new AxePuppeteer(page).withTags(TAGS).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** How many pixels the page, or an open dialog, is wider than its window. */
const overflowOf = (page: Page) =>
  page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('dialog[open]')];
    return Math.max(...boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });

/** Every state of the two pages, by rules of WCAG 2.2 AA and at 320 px. */
export const barriers = (stage: Stage) =>
  describe('barriers', () => {
    const paid = async () => {
      const session = await stage.newcomer();
      const order = await submit(session);
      await pay(session, stage.portal().simulator, order);
      return { session, order };
    };
    const down = (call: string) => (page: Page) => answer(page, call, 503);

    test.each(['te', 'en'] as const)('no state of the history has one (%s)', async (language) => {
      const { session } = await paid();
      const applicant = { as: session, language };
      const empty = await stage.open('/ticket', { as: await stage.newcomer(), language });
      await reads(empty.page, 'No application yet');
      const failed = await stage.open('/ticket', { ...applicant, before: down('getticketsandprofile') });
      await reads(failed.page, 'This could not be loaded');
      const full = await stage.open('/ticket', applicant);
      await reads(full.page, 'ARC24-');
      for (const { page } of [empty, failed, full]) await expectNone(page);
      await press(full.page, 'View', 'main');
      await reads(full.page, 'As submitted');
      await expectNone(full.page);
    });

    test.each(['te', 'en'] as const)('no state of the payment status has one (%s)', async (language) => {
      const { session, order } = await paid();
      const unpaid = await stage.newcomer();
      const address = `/paymentstatus?order_id=${await submit(unpaid)}`;
      const success = await stage.open(`/paymentstatus?order_id=${order}`, { as: session, language });
      await success.page.waitForSelector('.attempt');
      const pending = await stage.open(address, { as: unpaid, language });
      await press(pending.page, 'I was charged');
      await reads(pending.page, 'Razorpay was asked just now');
      const foreign = await stage.open(address, { as: session, language });
      await reads(foreign.page, 'not among your applications');
      for (const { page } of [success, pending, foreign]) await expectNone(page);
    });
  });

async function expectNone(page: Page): Promise<void> {
  expect(await barriersOf(page)).toEqual([]);
  await page.setViewport(NARROWEST);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
}
