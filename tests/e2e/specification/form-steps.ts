import { type ApplicantSession, applicationForm, eventually } from '@archaka/test-kit';
import type { Page } from 'puppeteer';
import { choose, pick, tick, type } from '../browser.ts';
import type { Screen, Stage } from './stage.ts';

/** The form of a newcomer, empty but for the number. */
export async function emptyForm(stage: Stage): Promise<{ screen: Screen; session: ApplicantSession }> {
  const session = await stage.newcomer();
  const screen = await stage.open('/', { as: session });
  await screen.page.waitForSelector('[name="aadhar"]');
  return { screen, session };
}

/** The form of someone who has saved a whole draft, with fields of their own. */
export async function draftForm(
  stage: Stage,
  own: Record<string, unknown> = {},
): Promise<{ screen: Screen; session: ApplicantSession; draft: Record<string, unknown> }> {
  const session = await stage.newcomer();
  const draft = await applicationForm(session.person, own);
  const { body } = await session.call('saveapplicationform', draft);
  const screen = await stage.open('/', { as: session });
  await screen.page.waitForFunction(
    (name) => document.querySelector<HTMLInputElement>('[name="father_name"]')?.value === name,
    {},
    String(draft.father_name),
  );
  return { screen, session, draft: { ...draft, ...body.data[0] } };
}

/** Types a day into a date field, in the order in which this browser's language asks for it. */
export async function typeDay(page: Page, name: string, day: string): Promise<void> {
  const [year = '', month = '', date = ''] = day.split('-');
  await page.type(`[name="${name}"]`, `${month}${date}${year}`);
}

/** Chooses a district and, once its mandals are there, the first of them. */
async function choosePlace(page: Page, district: string): Promise<void> {
  await choose(page, 'district', district);
  const mandal = await eventually(() =>
    page.$eval('select[name="mandal"]', (list) => (list as HTMLSelectElement).options[1]?.value),
  );
  await choose(page, 'mandal', mandal);
}

/** Picks a file and waits until the service has it. */
export async function upload(page: Page, name: string, path: string): Promise<void> {
  const chosen = (field: string) =>
    !document.querySelector(`[name="${field}"]`)?.closest('.field')?.querySelector('progress') &&
    document.querySelector(`[name="${field}"]`)?.closest('.field')?.querySelector('button') !== null;
  await pick(page, name, path);
  await page.waitForFunction(chosen, {}, name);
}

/** One step for each field of a regular Pravesa application, in the order of the checks. */
export const fillSteps = (page: Page, { person }: ApplicantSession, stage: Stage) => ({
  aadhar: () => type(page, 'aadhar', person.aadhar),
  name: () => type(page, 'name', person.name),
  father_name: () => type(page, 'father_name', 'వేంకట శర్మ'),
  dob: () => typeDay(page, 'dob', '1990-05-17'),
  birthcertificate: () => upload(page, 'birthcertificate', stage.file('paper.pdf')),
  postal_address: () => type(page, 'postal_address', '4-12, Temple Street'),
  district: () => choose(page, 'district', 'Tirupati'),
  mandal: () => choosePlace(page, 'Tirupati'),
  exam_type: () => tick(page, 'exam_type', '1'),
  exam_regular: () => tick(page, 'exam_regular', '1'),
  centre_district: () => choose(page, 'centre_district', 'Guntur'),
  agamamu: () => choose(page, 'agamamu', 'వైఖానస'),
  image: () => upload(page, 'image', stage.file('photo.jpg')),
});
