import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { examination, fakePortal } from '../../testing/fake-portal.ts';
import { closePage, noteDownloads, openPage } from '../../testing/open-page.tsx';
import { paidApplication, unpaidApplication } from '../../testing/records.ts';
import { ExaminationDay } from '../list-applications/history.tsx';

const saveSpy = noteDownloads();
afterEach(closePage);

const hall = {
  roll_number: '24-101-0001',
  centre: { name: 'Hindu College', name_te: 'హిందూ కళాశాల', address: 'Main Road', address_te: 'మెయిన్ రోడ్' },
};
const withDates = (facts: object) => ({
  getexamination: () => ({ status: 200, data: [{ ...examination, amount: 100, ...facts }] }),
});
const dated = withDates({ examination_date: '2027-01-15', reporting_time: '08:30' });
const readTerms = () =>
  screen.queryAllByRole('term').map(({ textContent }) => textContent?.split(' / ').at(-1));

test('shows roll number, centre, date and time once a seat is assigned', async () => {
  fakePortal(dated);
  const page = openPage(<ExaminationDay application={{ ...paidApplication, hall }} />);
  await page.findText(/15-01-2027/);
  expect(readTerms()).toEqual(['Roll number', 'Examination centre', 'Examination date', 'Reporting time']);
  for (const text of ['24-101-0001', 'హిందూ కళాశాల, మెయిన్ రోడ్', 'ఉదయం 8:30'])
    expect(screen.getByText(text)).toBeTruthy();
});

test('saves the calendar file under the application id', async () => {
  const address = `tickets/${paidApplication.application_id}/calendar`;
  fakePortal({
    ...dated,
    [address]: () => new Response('BEGIN:VCALENDAR', { headers: { 'content-type': 'text/calendar' } }),
  });
  const page = openPage(<ExaminationDay application={paidApplication} />);
  await page.person.click(await screen.findByRole('link', { name: /Calendar file$/ }));
  await waitFor(() => expect(saveSpy.mock.calls).toEqual([['ARC24-0123ABCD.ics']]));
});

test.each([
  ['nothing is known', {}, paidApplication],
  ['the fee is not paid', dated, unpaidApplication],
])('shows nothing when %s', async (_what, portal, application) => {
  fakePortal(portal);
  const { container } = { container: document.body };
  openPage(<ExaminationDay application={application} />);
  await waitFor(() => expect(container.querySelector('dl, a.button')).toBeNull());
});
