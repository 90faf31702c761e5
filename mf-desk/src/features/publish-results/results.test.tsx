import type { MarkSheet } from '@archaka/contracts/calls';
import { afterEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { as, buildProblem, closeDesk, fakeDesk, openDesk } from '../../testing/open-desk.tsx';

afterEach(closeDesk);

const PUBLISH_AT = '2098-06-01T03:30:00.000Z';
const CONTENT = 'roll_number,paper,marks\n24-101-0001,P1,101\n';

const buildSheet = (changes: Partial<MarkSheet> = {}): MarkSheet => ({
  id: 'sheet-7',
  number: 7,
  state: 'checked',
  examine_year: '2024',
  sha256: 'ab'.repeat(32),
  rows: 2410,
  candidates: 1204,
  passed: 1000,
  failed: 204,
  set_aside: 0,
  faults: [],
  fault_count: 0,
  without_marks: 3,
  published: 0,
  history: [{ action: 'uploaded', by: 'ramesh', at: '2026-06-01T03:30:00.000Z' }],
  is_own_proposal: false,
  ...changes,
});

const faulty = buildSheet({
  set_aside: 120,
  faults: [{ row: 2, column: 'marks', reason: 'above-maximum', value: '101' }],
  fault_count: 150,
});
const signed = (changes: Partial<MarkSheet> = {}) =>
  buildSheet({ state: 'signed', publish_at: PUBLISH_AT, ...changes });

const openResults = (role: string, sheets: () => readonly MarkSheet[], responses = {}) => {
  const requests = fakeDesk({
    ...as(role),
    getmarksheets: () => ({ status: 200, data: sheets() }),
    ...responses,
  });
  const page = openDesk('/desk/results');
  const findFile = () => screen.findByLabelText<HTMLInputElement>(/CSV file with the columns/);
  return {
    ...requests,
    ...page,
    findFile,
    choose: async (content: string | Uint8Array<ArrayBuffer>) =>
      page.person.upload(await findFile(), new File([content], 'marks.csv', { type: 'text/csv' })),
  };
};

test('sends a file of marks and shows its sheet with the faults in words', async () => {
  let sheets: readonly MarkSheet[] = [];
  const page = openResults('senior-clerk', () => sheets, {
    checkmarks: () => {
      sheets = [faulty];
      return { status: 200, data: sheets };
    },
  });
  await screen.findByText('No mark sheets yet.');
  await page.choose(CONTENT);
  await page.clickButton(/Check the file/);
  expect(await screen.findByText(/Mark sheet 7 has faults/, { selector: '[role="status"] *' })).toBeTruthy();
  expect(page.findBodies('checkmarks')).toEqual([{ file: btoa(CONTENT) }]);
  expect(await screen.findByText('The first 1 of 150 faults')).toBeTruthy();
  const [, row] = within(screen.getByRole('table', { name: /Faults/ })).getAllByRole('row');
  expect(row?.textContent).toMatch(/2.*marks.*101.*More than the paper’s maximum/);
  expect(screen.getByText(/Uploaded by ramesh/)).toBeTruthy();
  expect((await page.findFile()).files).toHaveLength(0);
});

test('a failed upload leaves the chosen file and the sheets, and says why', async () => {
  let response: () => unknown = () => buildProblem(503, { code: 'unavailable', title: '' });
  const page = openResults('senior-clerk', () => [faulty], { checkmarks: () => response() });
  await screen.findByRole('heading', { name: /Mark sheet 7/ });
  await page.choose(CONTENT);
  await page.clickButton(/Check the file/);
  expect(
    await screen.findByText(/could not be done just now/, { selector: '[role="alert"] *' }),
  ).toBeTruthy();
  response = () => ({ status: 420 });
  await page.clickButton(/Check the file/);
  await waitFor(async () => expect((await page.findFile()).getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(await page.findFile());
  expect(screen.getByText(/The file is not a table/)).toBeTruthy();
  expect((await page.findFile()).files).toHaveLength(1);
  expect(screen.getByRole('heading', { name: /Mark sheet 7/ })).toBeTruthy();
});

test('says before sending that a file is too large', async () => {
  const page = openResults('senior-clerk', () => []);
  await page.choose(new Uint8Array(10 * 1024 * 1024 + 1));
  await page.clickButton(/Check the file/);
  expect(await screen.findByText(/The file has more than 10 MB/)).toBeTruthy();
  expect(page.findBodies('checkmarks')).toEqual([]);
});

test('proposes results at a time, and with faults only when their candidates are set aside', async () => {
  const page = openResults('senior-clerk', () => [faulty], {
    proposemarks: () => ({ status: 200, data: [faulty] }),
  });
  const propose = () => page.clickButton(/Propose results of 1,204 candidates/);
  await propose();
  const time = screen.getByLabelText(/Publish on/);
  expect(time.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(time, { target: { value: '2098-06-01T09:00' } });
  await propose();
  expect(await screen.findByText(/The file has faults/, { selector: '[role="alert"] *' })).toBeTruthy();
  expect(page.findBodies('proposemarks')).toEqual([]);
  await page.person.click(screen.getByRole('checkbox', { name: /Set these 120 candidates aside/ }));
  await propose();
  expect(await screen.findByText('The results wait for a second person.')).toBeTruthy();
  expect(page.findBodies('proposemarks')).toEqual([
    { sheet_id: 'sheet-7', state: 'checked', sets_aside: true, publish_at: PUBLISH_AT },
  ]);
});

test('proposes another time for what is proposed, its candidates still set aside', async () => {
  const page = openResults(
    'senior-clerk',
    () => [{ ...faulty, state: 'proposed', publish_at: '2098-01-01T03:30:00.000Z' }],
    { proposemarks: () => ({ status: 200, data: [faulty] }) },
  );
  fireEvent.change(await screen.findByLabelText(/Publish on/), { target: { value: '2098-06-01T09:00' } });
  await page.clickButton(/Propose another time/);
  expect(await screen.findByText('The results wait for a second person.')).toBeTruthy();
  expect(page.findBodies('proposemarks')).toEqual([
    { sheet_id: 'sheet-7', state: 'proposed', sets_aside: true, publish_at: PUBLISH_AT },
  ]);
});

test('shows why a member may not sign', async () => {
  const proposal = buildSheet({ state: 'proposed', publish_at: PUBLISH_AT });
  openResults('senior-clerk', () => [proposal]);
  expect(await screen.findByText('An administrator must sign it.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Sign/ })).toBeNull();
  closeDesk();
  openResults('administrator', () => [{ ...proposal, is_own_proposal: true }]);
  expect(await screen.findByText(/another administrator must sign it/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Sign/ })).toBeNull();
  closeDesk();
  openResults('auditor', () => [proposal]);
  expect(await screen.findByText('An administrator must sign it.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(Sign|Discard|Check)/ })).toBeNull();
});

test('signs another person’s proposal, and discards signed results only before the first is published', async () => {
  let sheet = buildSheet({ state: 'proposed', publish_at: PUBLISH_AT });
  const page = openResults('administrator', () => [sheet], {
    signmarks: () => {
      sheet = signed();
      return { status: 200, data: [sheet] };
    },
    discardmarks: () => {
      sheet = signed({ published: 200 });
      return { status: 420 };
    },
  });
  const decide = async (name: RegExp) => {
    await page.clickButton(name);
    await page.person.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
  };
  await decide(/^Sign( |$)/);
  expect(await screen.findByText('The results are signed.')).toBeTruthy();
  expect(page.findBodies('signmarks')).toEqual([
    { sheet_id: 'sheet-7', state: 'proposed', publish_at: PUBLISH_AT },
  ]);
  await decide(/^Discard/);
  expect(await screen.findByText(/has changed meanwhile/, { selector: '[role="alert"] *' })).toBeTruthy();
  expect(page.findBodies('discardmarks')).toEqual([{ sheet_id: 'sheet-7', state: 'signed' }]);
  expect(await screen.findByText('200 of 1,204 published')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Discard/ })).toBeNull();
});

test('reads signed results again at their time and while they are published, then no more', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  try {
    let [published, reads] = [0, 0];
    const publish_at = new Date(Date.now() + 60_000).toISOString();
    openResults('auditor', () => {
      reads += 1;
      return [signed({ publish_at, published, ...(published === 1204 && { state: 'published' }) })];
    });
    await screen.findByText('0 of 1,204 published');
    await act(() => jest.advanceTimersByTimeAsync(50_000));
    expect(reads).toBe(1);
    published = 200;
    await act(() => jest.advanceTimersByTimeAsync(16_000));
    expect(await screen.findByText('200 of 1,204 published')).toBeTruthy();
    published = 1204;
    await act(() => jest.advanceTimersByTimeAsync(6000));
    expect(await screen.findByText('1,204 of 1,204 published')).toBeTruthy();
    const before = reads;
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(reads).toBe(before);
  } finally {
    jest.useRealTimers();
  }
});
