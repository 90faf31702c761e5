import { type ApplicantSession, buildApplicationForm } from '@archaka/test-kit';
import type { Page } from 'puppeteer';
import { pickFile } from '../browser.ts';
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

/** Selects a file and waits until the service has stored it. */
export async function uploadFile(page: Page, name: string, path: string): Promise<void> {
  const isChosen = (field: string) =>
    !document.querySelector(`[name="${field}"]`)?.closest('.field')?.querySelector('progress') &&
    document.querySelector(`[name="${field}"]`)?.closest('.field')?.querySelector('button') !== null;
  await pickFile(page, name, path);
  await page.waitForFunction(isChosen, {}, name);
}
