import type { AttendanceReport, AttendanceUpload } from '@archaka/contracts/calls';
import { afterEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { as, closeDesk, fakeDesk, openDesk } from '../../testing/open-desk.tsx';

afterEach(closeDesk);

const CONTENT = 'roll_number,day,attendance,time\n24-101-0001,2027-01-14,present,09:12:31\n';
const UPLOADED_AT = '2027-01-15T09:00:00.000Z';

const report: AttendanceReport = {
  halls: [
    {
      ...{ hall: '101', name: 'Hindu College', name_te: 'హిందూ కళాశాల', uploaded_at: UPLOADED_AT },
      ...{ seated: 240, present: 200, paper: 3 },
    },
    { hall: '102', seated: 30, present: 0, paper: 0 },
  ],
  differences: [
    {
      ...{ application_id: 'ARC24-0000001A', roll_number: '24-102-0007', state: 'present' as const },
      ...{ hall: '101', noted_at: '2027-01-15T03:42:31.000Z', by: 'ravi' },
    },
  ],
  difference_count: 1,
};
const stored: AttendanceUpload = { rows: 1, changed: 1, faults: [], fault_count: 0, is_stored: true };
const faulty: AttendanceUpload = {
  ...{ rows: 1, changed: 0, fault_count: 1, is_stored: false },
  faults: [{ row: 2, column: 'day', reason: 'other-day', value: '2027-01-14' }],
};

const openAttendance = (role: string, responses = {}, at = '/desk/attendance') => {
  const requests = fakeDesk({
    ...as(role),
    getattendance: () => ({ status: 200, data: [report] }),
    ...responses,
  });
  const page = openDesk(at);
  return {
    ...requests,
    ...page,
    choose: async () =>
      page.person.upload(
        await screen.findByLabelText(/Attendance file of a scanner/),
        new File([CONTENT], 'attendance.csv', { type: 'text/csv' }),
      ),
  };
};

const readRow = async (table: RegExp, row: number) =>
  within(within(await screen.findByRole('table', { name: table })).getAllByRole('row')[row] as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.querySelector('.records-value')?.textContent);

test('shows the candidates of each hall, and who was present in another one', async () => {
  openAttendance('auditor');
  const caption = /Candidates by hall/;
  expect(await readRow(caption, 1)).toEqual([
    expect.stringContaining('101 Hindu College'),
    ...['240', '200', '3', '37', '15-01-2027 14:30'],
  ]);
  expect((await readRow(caption, 2)).slice(1)).toEqual(['30', '0', '0', '—', '—']);
  expect(await readRow(/Present in another hall/, 1)).toEqual([
    ...['ARC24-0000001A', '24-102-0007', '101', '15-01-2027 09:12', 'ravi'],
  ]);
  expect(screen.queryByRole('button', { name: /Upload the file/ })).toBeNull();
});

test('uploads the file of the chosen hall, and with faults only once they are set aside', async () => {
  const page = openAttendance('hall-officer', {
    uploadattendance: ({ sets_aside }: { sets_aside: boolean }) => ({
      status: 200,
      data: [sets_aside ? { ...faulty, is_stored: true } : faulty],
    }),
  });
  await page.choose();
  await page.clickButton(/Upload the file/);
  expect(await screen.findByText(/Choose the hall of the file/)).toBeTruthy();
  await page.person.selectOptions(screen.getByLabelText(/^Hall/), '101');
  expect(page.readAddress()).toBe('/desk/attendance?hall=101');
  await page.clickButton(/Upload the file/);
  expect(await screen.findByText(/Nothing is stored/)).toBeTruthy();
  expect((await readRow(/Faults/, 1)).slice(0, 3)).toEqual(['2', 'day', '2027-01-14']);
  await page.person.click(screen.getByRole('checkbox', { name: /Set these rows aside/ }));
  await page.clickButton(/Upload the file/);
  expect(await screen.findByText('Rows: 1; new: 0; set aside: 1.')).toBeTruthy();
  const sent = { hall: '101', file: btoa(CONTENT) };
  expect(page.findBodies('uploadattendance')).toEqual([
    { ...sent, sets_aside: false },
    { ...sent, sets_aside: true },
  ]);
});

test('says what a file without faults changed, and forgets it', async () => {
  const responses = { uploadattendance: () => ({ status: 200, data: [stored] }) };
  const page = openAttendance('administrator', responses, '/desk/attendance?hall=102');
  await page.choose();
  await page.clickButton(/Upload the file/);
  expect(await screen.findByText('Rows: 1; new: 1; set aside: 0.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/Attendance file of a scanner/).files).toHaveLength(0);
});
