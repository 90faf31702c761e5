import { type ApplicantSession, buildApplicationForm, eventually } from '@archaka/test-kit';
import type { Page } from 'puppeteer';
import { chooseOption, pickFile, tickBox, typeInto } from '../browser.ts';
import type { BrowserEnvironment, Screen } from './environment.ts';

/** The form of a new applicant, empty except the number. */
export async function openEmptyForm(
  environment: BrowserEnvironment,
): Promise<{ screen: Screen; session: ApplicantSession }> {
  const session = await environment.registerApplicant();
  const screen = await environment.open('/', { session });
  await screen.page.waitForSelector('[name="aadhar"]');
  return { screen, session };
}

/** The form of an applicant with a saved complete draft, with these fields. */
export async function openDraftForm(
  environment: BrowserEnvironment,
  overrides: Record<string, unknown> = {},
): Promise<{ screen: Screen; session: ApplicantSession; draft: Record<string, unknown> }> {
  const session = await environment.registerApplicant();
  const draft = await buildApplicationForm(session.person, overrides);
  const { body } = await session.call('saveapplicationform', draft);
  const screen = await environment.open('/', { session });
  await screen.page.waitForFunction(
    (name) => document.querySelector<HTMLInputElement>('[name="father_name"]')?.value === name,
    {},
    String(draft.father_name),
  );
  return { screen, session, draft: { ...draft, ...body.data[0] } };
}

/** Types a date into a date field, in the order of this browser's language. */
export async function typeDate(page: Page, name: string, isoDate: string): Promise<void> {
  const [year = '', month = '', date = ''] = isoDate.split('-');
  await page.type(`[name="${name}"]`, `${month}${date}${year}`);
}

/** Chooses a district and, after its mandals have loaded, the first of them. */
async function chooseDistrictAndMandal(page: Page, district: string): Promise<void> {
  await chooseOption(page, 'district', district);
  const mandal = await eventually(() =>
    page.$eval('select[name="mandal"]', (list) => (list as HTMLSelectElement).options[1]?.value),
  );
  await chooseOption(page, 'mandal', mandal);
}

/** Selects a file and waits until the service has stored it. */
export async function uploadFile(page: Page, name: string, path: string): Promise<void> {
  const isChosen = (field: string) =>
    !document.querySelector(`[name="${field}"]`)?.closest('.field')?.querySelector('progress') &&
    document.querySelector(`[name="${field}"]`)?.closest('.field')?.querySelector('button') !== null;
  await pickFile(page, name, path);
  await page.waitForFunction(isChosen, {}, name);
}

/** One step for each field of a regular Pravesa application, in the order of the checks. */
export const createFillSteps = (
  page: Page,
  { person }: ApplicantSession,
  environment: BrowserEnvironment,
) => ({
  aadhar: () => typeInto(page, 'aadhar', person.aadhar),
  name: () => typeInto(page, 'name', person.name),
  father_name: () => typeInto(page, 'father_name', 'వేంకట శర్మ'),
  dob: () => typeDate(page, 'dob', '1990-05-17'),
  birthcertificate: () => uploadFile(page, 'birthcertificate', environment.getFile('paper.pdf')),
  postal_address: () => typeInto(page, 'postal_address', '4-12, Temple Street'),
  district: () => chooseOption(page, 'district', 'Tirupati'),
  mandal: () => chooseDistrictAndMandal(page, 'Tirupati'),
  exam_type: () => tickBox(page, 'exam_type', '1'),
  exam_regular: () => tickBox(page, 'exam_regular', '1'),
  centre_district: () => chooseOption(page, 'centre_district', 'Guntur'),
  agamamu: () => chooseOption(page, 'agamamu', 'వైఖానస'),
  image: () => uploadFile(page, 'image', environment.getFile('photo.jpg')),
});
