import { eventually } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { press, reads } from '../browser.ts';
import type { Stage } from '../specification/stage.ts';
import { crash, holds, onDisk, put, putAndKeep } from './form-page.ts';
import { saveDraft } from './save-draft.ts';

/** Two tabs, two devices: neither wipes what was typed in the other. */
export const tabs = (stage: Stage) =>
  describe('a form in two places', () => {
    const another = async (page: Page) => {
      const tab = await page.browserContext().newPage();
      await tab.goto(stage.portal.origin);
      return tab;
    };

    /** What was typed was begun from a draft that another device has saved over. */
    async function openOutdated() {
      const someone = await stage.newcomer();
      await saveDraft(someone, { name: 'First saved' });
      const { page } = await stage.open('/', { as: someone });
      await holds(page, 'name', 'First saved');
      await put(page, 'name', 'Typed here');
      await saveDraft(someone, { name: 'Saved elsewhere' });
      return { someone, page };
    }

    test('when two tabs of an applicant die, then each form comes back, the newest first', async () => {
      const { page: one } = await stage.open('/', { as: await stage.newcomer() });
      await putAndKeep(one, 'name', 'ఒకటి');
      const two = await another(one);
      await holds(two, 'name', '');
      await putAndKeep(two, 'name', 'రెండు');
      const three = await one.browserContext().newPage();
      await crash(one);
      await crash(two);

      await three.goto(stage.portal.origin);
      await holds(three, 'name', 'రెండు');
      await holds(await another(three), 'name', 'ఒకటి');
    });

    test('when the draft was saved elsewhere since, then what was typed here is offered, never chosen', async () => {
      const someone = await stage.newcomer();
      await saveDraft(someone, { name: 'First saved' });
      const { page } = await stage.open('/', { as: someone });
      await holds(page, 'name', 'First saved');
      await putAndKeep(page, 'name', 'Typed here');
      await saveDraft(someone, { name: 'Saved elsewhere' });

      await page.reload();
      await holds(page, 'name', 'Saved elsewhere');
      await reads(page, 'మీ ఫారం రెండు రకాలుగా ఉంది');
      await page.reload();
      const from = Date.now();
      await press(page, 'Go on with what I typed');

      await holds(page, 'name', 'Typed here');
      await eventually(async () => (await onDisk(page)).every(({ keptAt }) => keptAt >= from));
      await page.reload();
      await holds(page, 'name', 'Typed here');
      const saved = page.waitForNavigation();
      await press(page, 'Save');
      await saved;
      await holds(page, 'name', 'Typed here');
      expect(await onDisk(page)).toEqual([]);
    });

    test('when the saved draft is kept instead, then what was typed here goes', async () => {
      const someone = await stage.newcomer();
      const { page } = await stage.open('/', { as: someone });
      await putAndKeep(page, 'name', 'Typed here');
      await saveDraft(someone, { name: 'Saved elsewhere' });
      await page.reload();

      await press(page, 'Keep the saved one');

      await holds(page, 'name', 'Saved elsewhere');
      await eventually(async () => (await onDisk(page)).length === 0);
    });

    test('when a draft is saved that was saved elsewhere meanwhile, then it is asked which one stays', async () => {
      const { page } = await openOutdated();

      await press(page, 'Save');
      await press(page, 'Take the newer saved one', 'dialog[open]');
      await holds(page, 'name', 'Saved elsewhere');
      await press(page, 'Go on with what I typed');
      await holds(page, 'name', 'Typed here');

      const saved = page.waitForNavigation();
      await press(page, 'Save');
      await saved;
      await holds(page, 'name', 'Typed here');
    });

    test('when mine is to stay, then it is sent over the newer one', async () => {
      const { someone, page } = await openOutdated();

      await press(page, 'Save');
      const saved = page.waitForNavigation();
      await press(page, 'Go on with mine', 'dialog[open]');
      await saved;

      await holds(page, 'name', 'Typed here');
      const { body } = await someone.call('getsaveformdata');
      expect(body.data[0]).toMatchObject({ name: 'Typed here', draft_version: 3 });
    });
  });
