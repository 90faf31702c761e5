import type { BatchCase, DeskBatch } from '@archaka/contracts/calls';
import { afterEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { waitingSummary } from '../../testing/cases.ts';
import { as, buildProblem, closeDesk, fakeDesk, openDesk, scrutiny } from '../../testing/open-desk.tsx';

afterEach(closeDesk);

const PAGE = '/desk/batches/batch-1';
const rule = { id: 'clear', name: 'Clear cases', name_te: 'స్పష్టమైన దరఖాస్తులు' };
const none = { accepted: 0, changed: 0, leased: 0, decided: 0, undone: 0 };

const buildBatch = (changes: Partial<DeskBatch> = {}): DeskBatch => ({
  id: 'batch-1',
  state: 'previewed',
  rule,
  by: 'ramesh',
  is_own: true,
  at: '2026-06-01T03:30:00.000Z',
  cases: 1204,
  has_more: false,
  amount: 120_400,
  results: none,
  ...changes,
});
const confirmed = (changes: Partial<DeskBatch> = {}) =>
  buildBatch({ state: 'confirmed', starts_at: new Date(Date.now() + 600_000).toISOString(), ...changes });

const named: BatchCase = {
  application_id: waitingSummary.application_id,
  version: 1,
  summary: waitingSummary,
};

const openBatches = (at: string, role: string, responses: Parameters<typeof fakeDesk>[0]) => {
  const requests = fakeDesk({
    ...as(role),
    getscrutinyrules: () => ({
      status: 200,
      data: [{ ...scrutiny, bulk_rules: [{ ...rule, exam_types: [1], districts: [9], papers: ['image'] }] }],
    }),
    getbatchcases: () => ({ status: 200, data: [named] }),
    ...responses,
  });
  return { ...requests, ...openDesk(at) };
};

test('shows the conditions of a rule, and its cases at an address of their own', async () => {
  let batches: readonly DeskBatch[] = [];
  const page = openBatches('/desk/batches', 'senior-clerk', {
    getbatches: () => ({ status: 200, data: batches }),
    previewbatch: () => {
      const isFirst = batches.length === 0;
      batches = [buildBatch()];
      return { status: 200, data: isFirst ? [] : batches };
    },
  });
  await screen.findByText('No batches yet.');
  const card = screen.getByRole('heading', { name: /Clear cases/ }).closest('article') as HTMLElement;
  await within(card).findByText(/Guntur/);
  expect(card.textContent).toMatch(/No note, no open grievance/);
  await page.clickButton(/Show the cases/);
  await screen.findByText('This rule names no case now.');
  await page.clickButton(/Show the cases/);
  await waitFor(() => expect(page.readAddress()).toBe(PAGE));
  expect(page.findBodies('previewbatch')).toEqual([{ rule_id: 'clear' }, { rule_id: 'clear' }]);
  expect(await screen.findByText(waitingSummary.name)).toBeTruthy();
});

test('accepts the cases of a preview by keys, after it has shown count, fees and what applicants read', async () => {
  let batch = buildBatch({ has_more: true });
  const page = openBatches(PAGE, 'senior-clerk', {
    getbatches: () => ({ status: 200, data: [batch] }),
    confirmbatch: () => {
      batch = confirmed();
      return { status: 200, data: [batch] };
    },
  });
  const text = (await screen.findByRole('region', { name: 'What the applicants read' })).textContent;
  expect(text).toMatch(/Nothing more to do/);
  expect(screen.getByText('₹ 1,20,400')).toBeTruthy();
  expect(screen.getByText(/another batch takes the next ones/)).toBeTruthy();
  await page.type('a');
  const dialog = within(await screen.findByRole('dialog', { name: /Accept 1,204 cases/ }));
  expect(page.findBodies('confirmbatch')).toEqual([]);
  await page.person.click(dialog.getByRole('button', { name: /Accept these cases/ }));
  expect(await screen.findByText(/Time left to undo: (10:00|9:5\d)/)).toBeTruthy();
  expect(page.findBodies('confirmbatch')).toEqual([{ batch_id: 'batch-1' }]);
});

test('undoes a confirmed batch by a key, and says when that is too late', async () => {
  let status = 420;
  let batch = confirmed({ is_own: false });
  const page = openBatches(PAGE, 'senior-clerk', {
    getbatches: () => ({ status: 200, data: [batch] }),
    undobatch: () => {
      if (status === 200)
        batch = buildBatch({ state: 'undone', undone_by: 'sita', results: { ...none, undone: 1204 } });
      return { status };
    },
  });
  await screen.findByRole('button', { name: /Undo/ });
  await page.type('u');
  expect(await screen.findByText(/has changed meanwhile/)).toBeTruthy();
  status = 200;
  await page.clickButton(/Undo/);
  expect(await screen.findByText('sita')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull();
});

test('offers nothing to who may not confirm, nor to another than who made the preview', async () => {
  const responses = { getbatches: () => ({ status: 200, data: [buildBatch({ is_own: false })] }) };
  openBatches(PAGE, 'senior-clerk', responses);
  await screen.findByText(/Another person has made this preview/);
  expect(screen.queryByRole('button', { name: /Accept/ })).toBeNull();
  closeDesk();
  openBatches(PAGE, 'auditor', responses);
  await screen.findByText(waitingSummary.name);
  expect(screen.queryByRole('button', { name: /Accept/ })).toBeNull();
  closeDesk();
  openBatches('/desk/batches', 'scrutiny-clerk', {});
  await screen.findByText('Your roles do not include this page.');
});

test('reads a batch again at its time and while it runs, then no more', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  try {
    let reads = 0;
    let batch = confirmed({ starts_at: new Date(Date.now() + 60_000).toISOString() });
    openBatches(PAGE, 'auditor', {
      getbatches: () => {
        reads += 1;
        return { status: 200, data: [batch] };
      },
    });
    await screen.findByText(/Time left to undo: (1:00|0:5\d)/);
    await act(() => jest.advanceTimersByTimeAsync(50_000));
    expect(reads).toBe(1);
    batch = buildBatch({ state: 'running', results: { ...none, accepted: 200, changed: 4 } });
    await act(() => jest.advanceTimersByTimeAsync(15_000));
    expect(await screen.findByText('204 of 1,204 cases are done.')).toBeTruthy();
    batch = buildBatch({ state: 'done', results: { ...none, accepted: 1199, changed: 5 } });
    await act(() => jest.advanceTimersByTimeAsync(3000));
    expect(await screen.findByText('1,204 of 1,204 cases are done.')).toBeTruthy();
    const before = reads;
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(reads).toBe(before);
  } finally {
    jest.useRealTimers();
  }
});

test('has the outcome that is shown in its address', async () => {
  const done = buildBatch({ state: 'done', results: { ...none, accepted: 1203, leased: 1 } });
  const page = openBatches(PAGE, 'auditor', {
    getbatches: () => ({ status: 200, data: [done] }),
    getbatchcases: ({ result }) => ({
      status: 200,
      data: [{ ...named, result: result ?? 'accepted' }],
    }),
  });
  const table = async () => within(await screen.findByRole('table', { name: /Cases of this batch/ }));
  await (await table()).findByText('Accepted');
  await page.person.selectOptions(screen.getByLabelText(/Outcome/), 'leased');
  await (await table()).findByText('Open with a clerk');
  expect(page.readAddress()).toBe(`${PAGE}?result=leased`);
  expect(page.findBodies('getbatchcases').at(-1)).toMatchObject({ batch_id: 'batch-1', result: 'leased' });
});

test('says that cases could not be shown', async () => {
  const page = openBatches('/desk/batches', 'senior-clerk', {
    getbatches: () => ({ status: 200, data: [] }),
    previewbatch: () => buildProblem(503, { code: 'unavailable', title: '' }),
  });
  await page.clickButton(/Show the cases/);
  expect(await screen.findByText(/could not be done just now/)).toBeTruthy();
  expect(page.readAddress()).toBe('/desk/batches');
});
