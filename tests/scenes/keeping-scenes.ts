import { applicationForm } from '@archaka/test-kit';
import { choose, press, reads, type } from '../e2e/browser.ts';
import { holds, putAndKeep } from '../e2e/keeping/form-page.ts';
import type { Scene, Stage } from './scene.ts';

/** As from another device. */
async function saveElsewhere({ actor }: Stage): Promise<void> {
  if (!actor) throw new Error('Nobody is signed in');
  const form = await applicationForm(actor.session.person, { name: 'Sita Rama Sastri' });
  await actor.session.call('saveapplicationform', form);
}

async function typeName({ page, actor }: Stage): Promise<void> {
  await holds(page, 'name', actor?.session.person.name ?? '');
  await putAndKeep(page, 'name', 'సీతారామ శర్మ');
}

/** What becomes of a form that was not sent. */
export const keepingScenes: readonly Scene[] = [
  {
    name: 'form-kept',
    title: 'What was typed is there again after the page was lost',
    role: 'drafter',
    path: '/#application-form',
    show: async (stage) => {
      await typeName(stage);
      await stage.page.reload();
      await holds(stage.page, 'name', 'సీతారామ శర్మ');
    },
  },
  {
    name: 'form-offered',
    title: 'The draft was saved elsewhere since: what was typed here is offered',
    role: 'drafter',
    path: '/#application-form',
    show: async (stage) => {
      await typeName(stage);
      await saveElsewhere(stage);
      await stage.page.reload();
      await reads(stage.page, 'Go on with what I typed');
    },
  },
  {
    name: 'form-conflict',
    title: 'Save, when the draft was saved elsewhere meanwhile',
    role: 'drafter',
    path: '/#application-form',
    show: async (stage) => {
      await typeName(stage);
      await saveElsewhere(stage);
      await press(stage.page, 'Save', 'main');
      await stage.page.waitForSelector('dialog[open]');
    },
  },
  {
    name: 'form-clear',
    title: 'The question before the form is cleared',
    role: 'newcomer',
    path: '/#application-form',
    show: async ({ page }) => {
      await type(page, 'name', 'సీతారామ శర్మ');
      await press(page, 'Clear');
      await page.waitForSelector('dialog[open]');
    },
  },
  {
    name: 'sign-in-again',
    title: 'The session has run out: sign in again in place',
    role: 'newcomer',
    path: '/#application-form',
    show: async ({ page, actor }) => {
      await type(page, 'name', 'సీతారామ శర్మ');
      await actor?.session.call('logout');
      await choose(page, 'district', 'Guntur');
      await type(page, 'aadhar', '999999990019');
      await page.waitForSelector('dialog[open] [name="number"]');
    },
  },
];
