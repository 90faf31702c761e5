import { expect, test } from '@jest/globals';
import { changeExamination } from '../screens/conditions.ts';
import { findAccessibilityViolations } from './accessibility-violations.ts';
import { waitForText } from './browser.ts';
import { createPaidApplicant, readNewestRecord } from './history/application.ts';
import { createBrowserEnvironment } from './specification/environment.ts';
import { stubCall } from './specification/stub-calls.ts';

const environment = createBrowserEnvironment();
const NARROW = { width: 320, height: 640, isMobile: true, hasTouch: true };
const hall = {
  roll_number: '24-101-0001',
  centre: { name: 'Hindu College', name_te: 'హిందూ కళాశాల', address: 'Main Road', address_te: 'మెయిన్ రోడ్' },
};
const setDay = changeExamination({ examination_date: '2027-01-15', reporting_time: '08:30' });

test.each([
  ['te', ['పరీక్ష: 15-01-2027, ఉదయం 8:30 కల్లా రండి', 'కేంద్రం: హిందూ కళాశాల. రోల్ నంబరు: 24-101-0001']],
  ['en', ['Examination: 15-01-2027, be there by 8:30 am', 'Centre: Hindu College. Roll number: 24-101-0001']],
] as const)('says day, time, centre and roll number of a seat at home, in %s', async (language, expected) => {
  const { session } = await createPaidApplicant(environment.portal);
  const record = { ...(await readNewestRecord(session)), hall };
  const { page } = await environment.open('/', {
    session,
    language,
    before: async (opened) => {
      await opened.setViewport(NARROW);
      await setDay(opened);
      await stubCall(opened, 'getticketsandprofile', 200, { status: 200, data: [record] });
    },
  });

  for (const text of expected) await waitForText(page, text);
  const status = await page.$eval('#status', ({ scrollWidth, clientWidth, textContent }) => ({
    fits: scrollWidth <= clientWidth,
    text: textContent,
  }));
  for (const text of expected) expect(status.text).toContain(text);
  expect(status.fits).toBe(true);
  expect(await findAccessibilityViolations(page)).toEqual([]);
});
