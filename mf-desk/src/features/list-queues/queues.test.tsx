import { afterEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { clerk, ownCase } from '../../testing/cases.ts';
import { closeDesk, fakeDesk, openDesk } from '../../testing/open-desk.tsx';

afterEach(closeDesk);

const HOUR_MS = 3_600_000;
const since = (ms: number) => new Date(Date.now() - ms).toISOString();
const queue = {
  district_id: 9,
  district_name: 'Guntur',
  exam_type: 2,
  waiting: 12,
  leased: 1,
  second_look: 3,
  oldest_at: since(50 * HOUR_MS),
};
const queues = [
  queue,
  {
    ...queue,
    district_id: 6,
    district_name: 'Chittoor',
    exam_type: 1,
    waiting: 4,
    oldest_at: since(HOUR_MS),
  },
];
const withQueues = { getscrutinyqueues: () => ({ status: 200, data: queues }) };

const readRow = (row: HTMLElement | undefined) =>
  within(row as HTMLElement)
    .getAllByRole('cell')
    .slice(0, 6)
    .map((cell) => cell.querySelector('.records-value')?.textContent?.split(' / ')[0]);

test('shows counts and the age of the oldest case by district and type', async () => {
  fakeDesk(withQueues);
  openDesk('/desk/queue');
  await screen.findByText('Guntur', { selector: 'td *' });
  await screen.findByText('Vara', { selector: 'td *' });
  const [, first, second] = screen.getAllByRole('row');
  expect(readRow(first)).toEqual(['Guntur', 'Vara', '12', '3', '1', '2 days']);
  expect(readRow(second)).toEqual(['Chittoor', 'Pravesa', '4', '3', '1', '1 hour']);
  expect(screen.getByText('16 wait, 6 for a second clerk, 2 are open with clerks.')).toBeTruthy();
  expect(screen.getByText('The oldest waits for 2 days.')).toBeTruthy();
});

test('opens the next case of the queue in the address', async () => {
  const { findBodies } = fakeDesk({
    ...withQueues,
    startnextcase: () => ({ status: 200, data: [ownCase()] }),
  });
  const page = openDesk('/desk/queue?district=9&type=2');
  await screen.findByText('Guntur', { selector: 'td *' });
  expect(screen.getAllByRole('row')).toHaveLength(2);
  await page.type('n');
  expect(await screen.findByRole('heading', { level: 1, name: /ARC24-0000001A/ })).toBeTruthy();
  expect(findBodies('startnextcase')).toEqual([{ district_id: 9, exam_type: 2, without: [] }]);
  expect(page.readAddress()).toBe('/desk/case/ARC24-0000001A?district=9&type=2');
  expect(findBodies('getcase')).toEqual([]);
});

test('opens the next case of a row', async () => {
  const { findBodies } = fakeDesk({ ...withQueues, startnextcase: () => ({ status: 200, data: [] }) });
  const page = openDesk('/desk/queue');
  await screen.findByText('Chittoor', { selector: 'td *' });
  await page.type('jj{Enter}');
  await screen.findByText('No further case waits here.');
  expect(findBodies('startnextcase')).toEqual([{ district_id: 6, exam_type: 1, without: [] }]);
});

test('shows an auditor the queues without a start, and the help desk no queues', async () => {
  let roles = ['auditor'];
  const { findBodies } = fakeDesk({
    ...withQueues,
    getstaffsession: () => ({ status: 200, data: [{ ...clerk, roles }] }),
  });
  openDesk('/desk');
  await screen.findByText('Chittoor', { selector: 'td *' });
  expect(screen.queryByRole('button', { name: /Next case/ })).toBeNull();

  closeDesk();
  roles = ['help-desk'];
  openDesk('/desk');
  await screen.findByRole('searchbox');
  expect(screen.queryByRole('table')).toBeNull();
  expect(findBodies('getscrutinyqueues')).toHaveLength(1);
});
