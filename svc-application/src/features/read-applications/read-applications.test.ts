import type { PublicNotice } from '@archaka/contracts';
import { expect, jest, test } from '@jest/globals';
import { NoticeBoard } from '../read-applications/read-applications.ts';

const notice: PublicNotice = {
  id: 'n1',
  text: 'Closed',
  text_te: 'మూసి ఉంది',
  from: '2026-06-01T00:00:00.000Z',
  until: '2098-06-01T00:00:00.000Z',
};

test('shows what was read before while the store is down, without a wait, and reads again once it is back', async () => {
  jest.useFakeTimers();
  const listOpen = jest.fn<() => Promise<PublicNotice[]>>();
  const warn = jest.fn();
  const board = new NoticeBoard({ notices: { listOpen }, log: { warn } });
  listOpen.mockResolvedValueOnce([notice]);
  expect(await board.list()).toEqual([notice]);

  let fail: (error: Error) => void = () => undefined;
  listOpen.mockReturnValueOnce(new Promise((_resolve, reject) => (fail = reject)));
  jest.advanceTimersByTime(1000);
  expect(await board.list()).toEqual([notice]);
  fail(new Error('down'));
  await jest.advanceTimersByTimeAsync(0);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(await board.list()).toEqual([notice]);
  expect(listOpen).toHaveBeenCalledTimes(2);

  listOpen.mockResolvedValueOnce([]);
  jest.advanceTimersByTime(1000);
  await board.list();
  await jest.advanceTimersByTimeAsync(0);
  expect(await board.list()).toEqual([]);
  jest.useRealTimers();
});
