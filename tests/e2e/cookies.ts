import type { ApplicantSession } from '@archaka/test-kit';
import type { Page } from 'puppeteer';

const portalCookie = { domain: 'localhost', path: '/' };

/** Sets this applicant's session in the browser, in place of any other. */
export async function setSessionCookie(page: Page, session: ApplicantSession): Promise<void> {
  const [name = '', value = ''] = session.cookie().split('=');
  await page.browserContext().setCookie({ name, value, ...portalCookie, httpOnly: true });
}

/** The language was chosen on an earlier visit. */
export const setLanguageCookie = (page: Page, language: 'te' | 'en'): Promise<void> =>
  page.browserContext().setCookie({ name: 'language', value: language, ...portalCookie });
