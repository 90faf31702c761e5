import type { ApplicantSession } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { clickControl, intercept, waitForText } from '../browser.ts';
import { createBrowserEnvironment } from '../specification/environment.ts';

const environment = createBrowserEnvironment();

/** Returns the URL of the script that an applicant's page preloads from the shell. */
async function findPlatformScript(session: ApplicantSession): Promise<string> {
  const page = await fetch(environment.portal.origin, { headers: { cookie: session.cookie() } });
  const [, address = ''] =
    /<link rel="preload" as="script" href="(\/assets\/[^"]+)"/.exec(await page.text()) ?? [];
  expect(address).toMatch(/\.js$/);
  return address;
}

test('reports that the shared platform script failed to load, and loads the form by Try again', async () => {
  const session = await environment.registerApplicant();
  const address = await findPlatformScript(session);
  let isDown = true;
  const { page } = await environment.open('/', {
    session,
    before: (opened) =>
      intercept(opened, (request) => {
        if (isDown && request.url().endsWith(address)) void request.abort();
        else void request.continue();
      }),
  });
  await waitForText(page, 'This part could not be loaded');

  isDown = false;
  await clickControl(page, 'Try again', 'main');

  await page.waitForSelector('[name="aadhar"]');
});
