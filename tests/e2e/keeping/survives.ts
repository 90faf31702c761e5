import { eventually } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { press, reads } from '../browser.ts';
import { takeSession } from '../cookies.ts';
import { hold } from '../specification/answers.ts';
import type { Stage } from '../specification/stage.ts';
import { age, crash, holds, onDisk, put, putAndKeep } from './form-page.ts';

/** Nothing typed is lost, and nobody else reads it. */
export const survives = (stage: Stage) =>
  describe('a form that is being filled in', () => {
    test('when the page is loaded anew, then the form is filled again, and says of when', async () => {
      const { page } = await stage.open('/', { as: await stage.newcomer() });
      await putAndKeep(page, 'name', 'సీతా రామ శర్మ');

      await page.reload();

      await holds(page, 'name', 'సీతా రామ శర్మ');
      await reads(page, 'న మీరు రాసిన వివరాలు మళ్ళీ నింపబడ్డాయి');
      await press(page, 'Start with an empty form');
      await press(page, 'Drop what was typed', 'dialog[open]');
      await holds(page, 'name', '');
      await eventually(async () => (await onDisk(page)).length === 0);
    });

    test('when the browser dies, then what was typed up to then is there again', async () => {
      const { page } = await stage.open('/', { as: await stage.newcomer() });
      await putAndKeep(page, 'name', 'సీత');
      await putAndKeep(page, 'father_name', 'జనకుడు');
      const next = await page.browserContext().newPage();

      await crash(page);
      await next.goto(stage.portal.origin);

      await holds(next, 'name', 'సీత');
      await holds(next, 'father_name', 'జనకుడు');
    });

    test('when there is no network, then what is typed is kept all the same', async () => {
      const { page } = await stage.open('/', { as: await stage.newcomer() });
      await putAndKeep(page, 'name', 'ముందు');
      await page.setOfflineMode(true);
      await putAndKeep(page, 'name', 'తర్వాత');
      await page.setOfflineMode(false);

      await page.reload();

      await holds(page, 'name', 'తర్వాత');
    });

    test('when the key comes late, then what was typed until then is kept', async () => {
      const { page } = await stage.open('/', { as: await stage.newcomer() });
      await page.waitForSelector('[name="father_name"]');
      const come = await hold(page, 'getdevicekey');
      await page.reload();
      await put(page, 'name', 'సీత');
      await page.waitForNetworkIdle({ concurrency: 1 });
      expect(await onDisk(page)).toEqual([]);

      come();

      await eventually(async () => (await onDisk(page)).length === 1);
      await page.reload();
      await holds(page, 'name', 'సీత');
    });

    test('when the applicant goes to another page and back, then the form is as it was', async () => {
      const { page } = await stage.open('/', { as: await stage.newcomer() });
      await put(page, 'name', 'సీత');

      await press(page, 'Application History', 'header');
      await page.waitForFunction(() => location.pathname === '/ticket');
      await page.goBack();

      await holds(page, 'name', 'సీత');
    });

    test('when a stranger reads the disk, then nothing of the applicant is to be found', async () => {
      const someone = await stage.newcomer();
      const { page } = await stage.open('/', { as: someone });
      await putAndKeep(page, 'aadhar', someone.person.aadhar);
      await putAndKeep(page, 'name', 'Narayana Sarma');

      const [copy] = await onDisk(page);

      for (const secret of [someone.person.aadhar, someone.person.number, someone.person.id, 'Narayana'])
        expect(copy?.text).not.toContain(secret);
    });

    test('when seven days have gone by, then it is gone', async () => {
      const { page } = await stage.open('/', { as: await stage.newcomer() });
      await putAndKeep(page, 'name', 'సీత');
      await age(page, 8);

      await page.reload();

      await holds(page, 'name', '');
      expect(await onDisk(page)).toEqual([]);
    });

    test('when an applicant logs out, then the own form is gone from every tab, and another’s stays', async () => {
      const [first, second] = [await stage.newcomer(), await stage.newcomer()];
      const { page } = await stage.open('/', { as: first });
      await putAndKeep(page, 'name', 'మొదటి వారు');
      await takeSession(page, second);
      await page.reload();
      await putAndKeep(page, 'name', 'రెండవ వారు');
      const tab = await page.browserContext().newPage();
      await tab.goto(stage.portal.origin);
      await putAndKeep(tab, 'name', 'రెండవ వారు, మరో ట్యాబ్');

      // A tab behind another draws nothing.
      await page.bringToFront();
      await press(page, 'Logout');
      const left = page.waitForNavigation();
      await press(page, 'Yes, logout !');
      await left;

      await tab.bringToFront();
      await tab.waitForFunction(() => !document.querySelector('#application-form [name="name"]'));
      await page.bringToFront();
      await eventually(async () => (await onDisk(page)).length === 1);
      await takeSession(page, first);
      await page.reload();
      await holds(page, 'name', 'మొదటి వారు');
    });
  });
