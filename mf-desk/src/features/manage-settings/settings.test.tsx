import type { DeskExamination, ExaminationSettings, SettingsRevision } from '@archaka/contracts/calls';
import { afterEach, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { clerk } from '../../testing/cases.ts';
import { as, closeDesk, fakeDesk, openDesk, scrutiny } from '../../testing/open-desk.tsx';

afterEach(closeDesk);

const current: ExaminationSettings = {
  opens: '2026-06-01T00:00:00+05:30',
  closes: '2098-06-30T23:59:59+05:30',
  edit_until: '2098-07-10T18:30:00.000Z',
  examination_date: '2098-09-01',
  fee_paise: 10_000,
  contacts: {
    example: true,
    office: '0866-2400000',
    phones: ['90000 00001'],
    technical: ['90000 00003'],
    email: 'support@archaka.example',
  },
  results: {
    example: true,
    year: '2019',
    links: [{ exam_type: 1, url: 'https://results.archaka.example/1' }],
  },
  texts: {
    submitted: { template: 'T1', wording: 'దరఖాస్తు ##application## అందింది. Received ##application##' },
    paid: { wording: 'Paid ##application##' },
  },
  reasons: scrutiny.reasons,
};

const buildRevision = (changes: Partial<SettingsRevision>): SettingsRevision => ({
  revision: 1,
  state: 'proposed',
  settings: { ...current, fee_paise: 20_000 },
  before: current,
  by: 'ramesh',
  at: '2026-06-01T03:30:00.000Z',
  ...changes,
});

function openExamination(role: string, facts: Partial<DeskExamination> = {}, responses = {}) {
  const examination = { examine_year: '2024', current, revisions: [], is_own_proposal: false, ...facts };
  const requests = fakeDesk({
    ...as(role),
    getexaminationsettings: () => ({ status: 200, data: [examination] }),
    ...responses,
  });
  return { ...openDesk('/desk/examination'), ...requests };
}

const readRows = (region: HTMLElement) =>
  within(region)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.querySelector('.records-value')?.textContent),
    );

test('shows what is in effect, and each step of the history with what it changed', async () => {
  openExamination('auditor', {
    revisions: [buildRevision({ revision: 2, state: 'published', by: 'admin' })],
  });
  const shown = readRows(await screen.findByRole('region', { name: 'In effect' }));
  expect(shown).toContainEqual(['Applications close', '30-06-2098 23:59']);
  expect(shown).toContainEqual(['Fee', '₹ 100']);
  const history = screen.getByRole('region', { name: 'History' });
  expect(within(history).getByText(/Published by admin/)).toBeTruthy();
  expect(readRows(history)).toEqual([['Fee', '₹ 100', '₹ 200']]);
  expect(screen.queryByRole('button', { name: /Publish|Propose|Withdraw/ })).toBeNull();
});

const fill = (name: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } });

test('proposes the whole with the changes that the preview shows, texts in both languages', async () => {
  const page = openExamination('senior-clerk', {}, { proposesettings: () => ({ status: 200, data: [] }) });
  await screen.findByRole('button', { name: /Propose/ });
  fill(/Applications close/, '2098-07-05T23:30');
  fill(/^Fee/, '250');
  fill(/More telephones/, '90000 00005, 90000 00006');
  await page.clickButton(/Add a reason/);
  const [added] = screen.getAllByRole('group').slice(-1);
  if (!added) throw new Error('no fields of a reason');
  const type = (name: RegExp, value: string) =>
    fireEvent.change(within(added).getByLabelText(name), { target: { value } });
  type(/Its name/, 'photo-old');
  type(/Text in Telugu/, '<b>పాత ఫోటో</b>');
  type(/Text in English/, 'The photo is old');
  const preview = screen.getByRole('region', { name: 'What changes' });
  expect(readRows(preview)).toEqual([
    ['Applications close', '30-06-2098 23:59', '05-07-2098 23:30'],
    ['Fee', '₹ 100', '₹ 250'],
    ['More telephones of the office', '90000 00001', '90000 00005, 90000 00006'],
    ['Photo', '–', '<b>పాత ఫోటో</b>The photo is old (photo-old, correction)'],
  ]);
  await page.clickButton(/Propose/);
  expect(await screen.findByText('The change waits for a second person.')).toBeTruthy();
  const reason = { id: 'photo-old', verdict: 'correction', field: 'image', needs_note: false };
  expect(page.findBodies('proposesettings')).toEqual([
    {
      ...current,
      revision: 0,
      closes: '2098-07-05T18:00:00.000Z',
      fee_paise: 25_000,
      contacts: { ...current.contacts, phones: ['90000 00005', '90000 00006'] },
      reasons: [...scrutiny.reasons, { ...reason, name: 'The photo is old', name_te: '<b>పాత ఫోటో</b>' }],
    },
  ]);
});

test('says at the field what is wrong, and what the service refuses', async () => {
  const page = openExamination(
    'senior-clerk',
    {},
    {
      proposesettings: () =>
        Response.json(
          { code: 'invalid', title: 'Invalid', errors: [{ field: 'contacts.office', message: 'Invalid' }] },
          { status: 400 },
        ),
    },
  );
  await screen.findByRole('button', { name: /Propose/ });
  fill(/Applications close/, '2026-05-01T00:00');
  await page.clickButton(/Propose/);
  const closes = screen.getByLabelText(/Applications close/);
  await waitFor(() => expect(document.activeElement).toBe(closes));
  expect(screen.getByText('Choose a time after the opening')).toBeTruthy();
  expect(page.findBodies('proposesettings')).toEqual([]);
  fill(/Applications close/, '2098-06-29T00:00');
  fill(/^Telephone of the office/, 'none');
  await page.clickButton(/Propose/);
  expect(await screen.findByText('contacts.office: Invalid')).toBeTruthy();
});

test('an administrator publishes what another has proposed, after reading what changes', async () => {
  const page = openExamination(
    'administrator',
    { revisions: [buildRevision({ revision: 3 })] },
    { publishsettings: () => ({ status: 200, data: [] }) },
  );
  await page.clickButton(/^Publish/);
  const dialog = screen.getByRole('dialog');
  expect(readRows(dialog)).toEqual([['Fee', '₹ 100', '₹ 200']]);
  await page.person.click(within(dialog).getByRole('button', { name: /Publish/ }));
  expect(await screen.findByText('The change is published.')).toBeTruthy();
  expect(page.findBodies('publishsettings')).toEqual([{ revision: 3 }]);
});

test('the own proposal waits for another administrator, and a withdrawal may come too late', async () => {
  const page = openExamination(
    'administrator',
    { revisions: [buildRevision({})], is_own_proposal: true },
    { withdrawsettings: () => ({ status: 420 }) },
  );
  expect(await screen.findByText(/another administrator must publish it/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Publish/ })).toBeNull();
  await page.clickButton(/Withdraw/);
  await page.person.click(within(screen.getByRole('dialog')).getByRole('button', { name: /Withdraw/ }));
  expect(await screen.findByText(/has changed meanwhile/, { selector: '[role="alert"] *' })).toBeTruthy();
});

test('what was typed stays when somebody else was first, until it is discarded', async () => {
  const page = openExamination('senior-clerk', {}, { proposesettings: () => ({ status: 420 }) });
  await screen.findByRole('button', { name: /Propose/ });
  fill(/^Fee/, '250');
  await page.clickButton(/Propose/);
  expect(await screen.findByText(/Somebody has proposed/)).toBeTruthy();
  expect(screen.getByLabelText(/^Fee/)).toHaveProperty('value', '250');
  await page.clickButton(/Discard/);
  expect(screen.getByLabelText(/^Fee/)).toHaveProperty('value', '100');
});

test('switches and stops messages, whose differences are shown, and refuses a foreign variable at its field', async () => {
  const page = openExamination('senior-clerk', {}, { proposesettings: () => ({ status: 200, data: [] }) });
  await screen.findByRole('button', { name: /Propose/ });
  const findMessage = (name: RegExp) => within(screen.getByRole('group', { name }));
  const [submitted, paid] = [findMessage(/application has arrived/), findMessage(/fee has arrived/)];
  const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
  await page.person.click(paid.getByLabelText(/This message is sent/));
  type(paid.getByLabelText(/Wording/), 'Paid ##centre##');
  await page.clickButton(/Propose/);
  expect(paid.getByText(/Enter the ID of the registered template/)).toBeTruthy();
  expect(paid.getByText(/Use only the variables of this message/)).toBeTruthy();
  expect(page.findBodies('proposesettings')).toEqual([]);

  type(paid.getByLabelText(/ID of the registered template/), ' T2 ');
  type(paid.getByLabelText(/Wording/), 'Paid on ##date##');
  await page.person.click(submitted.getByLabelText(/This message is sent/));
  expect(readRows(screen.getByRole('region', { name: 'What changes' }))).toEqual([
    ['ID of the registered template: The application has arrived', 'T1', '–'],
    ['The fee has arrived', 'Paid ##application##', 'Paid on ##date##'],
    ['ID of the registered template: The fee has arrived', '–', 'T2'],
  ]);
  await page.clickButton(/Propose/);
  await screen.findByText('The change waits for a second person.');
  const { wording } = current.texts.submitted ?? {};
  expect(page.findBodies('proposesettings')).toMatchObject([
    { texts: { submitted: { wording }, paid: { template: 'T2', wording: 'Paid on ##date##' } } },
  ]);
});

test('what was typed is there after a reload, for its author only', async () => {
  openExamination('senior-clerk');
  await screen.findByRole('button', { name: /Propose/ });
  fill(/^Fee/, '250');
  closeDesk();
  openExamination('senior-clerk');
  expect(await screen.findByLabelText(/^Fee/)).toHaveProperty('value', '250');
  closeDesk();
  openExamination(
    'senior-clerk',
    {},
    { getstaffsession: () => ({ status: 200, data: [{ ...clerk, id: 'other', roles: ['senior-clerk'] }] }) },
  );
  expect(await screen.findByLabelText(/^Fee/)).toHaveProperty('value', '100');
  closeDesk();
  sessionStorage.clear();
});

test('a withdrawn proposal is in the form again, until what is in effect replaces it', async () => {
  const page = openExamination('senior-clerk', {
    revisions: [buildRevision({ revision: 2, state: 'withdrawn' })],
  });
  expect(await screen.findByLabelText(/^Fee/)).toHaveProperty('value', '200');
  await page.clickButton(/Begin with what is in effect/);
  expect(screen.getByLabelText(/^Fee/)).toHaveProperty('value', '100');
  await page.clickButton(/Discard/);
  expect(screen.getByLabelText(/^Fee/)).toHaveProperty('value', '200');
});
