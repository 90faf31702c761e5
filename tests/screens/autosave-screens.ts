import { buildApplicationForm } from '@archaka/test-kit';
import { expectFieldValue, fillAndWaitForAutosave, saveAsTyped } from '../e2e/autosave/form-page.ts';
import { chooseOption, clickControl, openMenu, typeInto, waitForText } from '../e2e/browser.ts';
import { at, type ScreenContext, type ScreenState } from './screen-state.ts';

/** Saves a draft like another device. */
async function saveElsewhere({ persona }: ScreenContext): Promise<void> {
  if (!persona) throw new Error('Nobody is signed in');
  const form = await buildApplicationForm(persona.session.person, { name: 'Sita Rama Sastri' });
  await persona.session.call('saveapplicationform', form);
}

async function typeName({ page, persona }: ScreenContext): Promise<void> {
  await expectFieldValue(page, 'name', persona?.session.person.name ?? '');
  await fillAndWaitForAutosave(page, 'name', 'సీతారామ శర్మ');
}

/** Screens of a form that was not submitted. */
export const autosaveScreens: readonly ScreenState[] = [
  ...at({ persona: 'drafter', path: '/#application-form' }, [
    {
      name: 'form-kept',
      title: 'The form restored from the local draft',
      reachState: async (context) => {
        await typeName(context);
        await context.page.reload();
        await expectFieldValue(context.page, 'name', 'సీతారామ శర్మ');
      },
    },
    {
      name: 'form-offered',
      title: 'The draft was saved elsewhere since: the local draft is offered',
      reachState: async (context) => {
        await typeName(context);
        await saveElsewhere(context);
        await context.page.reload();
        await waitForText(context.page, 'Go on with what I typed');
      },
    },
    {
      name: 'form-conflict',
      title: 'Save, when the draft was saved elsewhere meanwhile',
      reachState: async (context) => {
        await typeName(context);
        await saveElsewhere(context);
        await clickControl(context.page, 'Save', 'main');
        await context.page.waitForSelector('dialog[open]');
      },
    },
  ]),
  ...at({ persona: 'newcomer', path: '/#application-form' }, [
    {
      name: 'form-elsewhere',
      title: 'Another device changed the unfinished form meanwhile',
      reachState: async ({ page, persona }) => {
        const sent = page.waitForResponse((response) => response.url().endsWith('/saveunfinishedform'));
        await typeInto(page, 'name', 'సీతారామ శర్మ');
        await sent;
        if (persona) await saveAsTyped(persona.session, { name: 'సీత' });
        await typeInto(page, 'father_name', 'వేంకట శర్మ');
        await waitForText(page, 'You also typed elsewhere');
      },
    },
    {
      name: 'logout-unsent',
      title: 'The question before a logout that would delete what is on this device only',
      reachState: async ({ page }) => {
        await page.locator('[name="store_typed"]').click();
        await typeInto(page, 'name', 'సీతారామ శర్మ');
        await openMenu(page);
        await clickControl(page, 'Logout');
        await page.waitForSelector('dialog[open] p');
      },
    },
    {
      name: 'form-clear',
      title: 'The question before the form is cleared',
      reachState: async ({ page }) => {
        await typeInto(page, 'name', 'సీతారామ శర్మ');
        await clickControl(page, 'Clear');
        await page.waitForSelector('dialog[open]');
      },
    },
    {
      name: 'sign-in-again',
      title: 'The session has expired: sign in again in place',
      reachState: async ({ page, persona }) => {
        await typeInto(page, 'name', 'సీతారామ శర్మ');
        await persona?.session.call('logout');
        await chooseOption(page, 'district', 'Guntur');
        await typeInto(page, 'aadhar', '999999990019');
        await page.waitForSelector('dialog[open] [name="number"]');
      },
    },
  ]),
];
