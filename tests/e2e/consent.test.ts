import type { Examination } from '@archaka/contracts';
import { type ApplicantSession, buildApplicationForm, submitNewApplication } from '@archaka/test-kit';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { clickControl, waitForText } from './browser.ts';
import { createBrowserEnvironment } from './specification/environment.ts';
import { readText } from './specification/page-text.ts';

const environment = createBrowserEnvironment();
let notice: NonNullable<Examination['privacy_notice']>;
beforeAll(async () => {
  const { body } = await environment.createVisitor().call('getexamination');
  notice = (body as unknown as { data: [Examination] }).data[0].privacy_notice as typeof notice;
});

async function registerWithDraft(): Promise<ApplicantSession> {
  const session = await environment.registerApplicant();
  await session.call('saveapplicationform', await buildApplicationForm(session.person));
  return session;
}

async function registerWithApplication(): Promise<ApplicantSession> {
  const session = await environment.registerApplicant();
  await submitNewApplication(session);
  return session;
}

const readConsents = async (session: ApplicantSession) => (await session.call('getconsents')).body.data;

/** Whether the notice is readable and precedes the first personal field. */
const standsBeforeFirstField = (page: Page, scope: string) =>
  page.$eval(`${scope} .notice summary`, (summary) => {
    const fields = summary.closest('dialog, main')?.querySelectorAll('[name="number"], [name="name"]');
    const [first] = fields ?? [];
    const follows = summary.compareDocumentPosition(first as Node) & Node.DOCUMENT_POSITION_FOLLOWING;
    return summary.checkVisibility() && follows > 0;
  });

const places = {
  'the form': { path: '/', register: () => environment.registerApplicant(), scope: 'main' },
  'the sign-up': { path: '/#login', opener: 'Sign-Up', scope: 'dialog[open]' },
  'an edit': {
    path: '/ticket',
    register: registerWithApplication,
    opener: 'Application Update',
    scope: 'dialog[open]',
  },
} as const;

test.each(
  Object.keys(places).flatMap((place) =>
    (['te', 'en'] as const).map((language) => [place as keyof typeof places, language] as const),
  ),
)('shows the notice before the first personal field of %s in %s', async (place, language) => {
  const { path, scope, ...way } = places[place];
  const session = 'register' in way ? await way.register() : undefined;
  const { page } = await environment.open(path, { language, ...(session && { session }) });
  if ('opener' in way) await clickControl(page, way.opener, 'main');
  const summary = await readText(page, `${scope} .notice summary`);
  expect(summary).toBe(language === 'te' ? notice.summary_te : notice.summary);
  await page.waitForSelector(`${scope} [name="father_name"], ${scope} [name="devasthanam"]`);
  expect(await standsBeforeFirstField(page, scope)).toBe(true);

  await page.locator(`${scope} .notice summary`).click();
  const { how_long } = notice.parts;
  await waitForText(page, language === 'te' ? how_long.text_te : how_long.text);
});

test('records the consent with a submission, without another press', async () => {
  const session = await registerWithDraft();
  const { page } = await environment.open('/', { session, language: 'en' });
  await clickControl(page, 'Confirm to Pay', 'main');
  await waitForText(page, 'Pay now');
  expect((await readConsents(session))[0]).toMatchObject({
    version: notice.version,
    agreed: true,
    language: 'en',
    how: 'submission',
  });
});
