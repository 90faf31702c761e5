import type { DeskNotice, NoticeRevision } from '@archaka/contracts/calls';
import { afterEach, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { as, closeDesk, fakeDesk, openDesk } from '../../testing/open-desk.tsx';

afterEach(closeDesk);

const HOUR_MS = 3_600_000;
const fromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

const buildRevision = (changes: Partial<NoticeRevision>): NoticeRevision => ({
  revision: 1,
  state: 'proposed',
  text: 'The office is closed',
  text_te: 'కార్యాలయం మూసి ఉంటుంది',
  from: fromNow(-1),
  until: fromNow(1),
  by: 'ramesh',
  at: fromNow(-2),
  ...changes,
});

const buildNotice = (id: string, revisions: NoticeRevision[], isOwn = false): DeskNotice => ({
  id,
  revisions,
  is_own_proposal: isOwn,
});

const openNotices = (role: string, notices: readonly DeskNotice[], responses = {}) => {
  const requests = fakeDesk({
    ...as(role),
    getnotices: () => ({ status: 200, data: notices }),
    ...responses,
  });
  return { ...openDesk('/desk/notices'), ...requests };
};

const findGroup = (name: RegExp) => screen.findByRole('region', { name });

test('lists notices by what applicants see of them, with a proposed change beside the published text', async () => {
  const published = (changes: Partial<NoticeRevision>) =>
    buildRevision({ revision: 2, state: 'published', by: 'admin', ...changes });
  openNotices('auditor', [
    buildNotice('n1', [
      buildRevision({ revision: 3, text: 'Changed' }),
      published({ text: 'Current' }),
      buildRevision({}),
    ]),
    buildNotice('n2', [published({ text: 'Later', from: fromNow(1), until: fromNow(2) })]),
    buildNotice('n3', [published({ text: 'Former', from: fromNow(-3), until: fromNow(-2) })]),
    buildNotice('n4', [buildRevision({ state: 'ended', text: 'Withdrawn' })]),
  ]);
  const readGroup = async (name: RegExp) =>
    [...(await findGroup(name)).querySelectorAll('.notice-preview [lang="en"] p:last-child')].map(
      ({ textContent }) => textContent,
    );
  expect(await readGroup(/Waiting for a second person/)).toEqual(['Changed']);
  expect(await readGroup(/On the portal now/)).toEqual(['Current']);
  expect(await readGroup(/Coming/)).toEqual(['Later']);
  expect(await readGroup(/Ended/)).toEqual(['Former', 'Withdrawn']);
  expect(screen.getAllByText(/Published by admin/).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: /Publish|Propose|Change|End/ })).toBeNull();
});

test('shows why a member may not publish', async () => {
  const proposal = buildNotice('n1', [buildRevision({})]);
  openNotices('senior-clerk', [proposal]);
  expect(await screen.findByText('An administrator must publish it.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Publish/ })).toBeNull();
  closeDesk();
  openNotices('administrator', [{ ...proposal, is_own_proposal: true }]);
  expect(await screen.findByText(/another administrator must publish it/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Publish/ })).toBeNull();
});

test('publishes another person’s proposal in the revision that was read, after its preview', async () => {
  const proposal = buildNotice('n1', [buildRevision({ revision: 3 })]);
  const page = openNotices('administrator', [proposal], {
    publishnotice: () => ({ status: 200, data: [proposal] }),
  });
  await page.clickButton(/Publish/);
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByText('కార్యాలయం మూసి ఉంటుంది')).toBeTruthy();
  await page.person.click(within(dialog).getByRole('button', { name: /Publish/ }));
  expect(await screen.findByText('The notice is published.')).toBeTruthy();
  expect(page.findBodies('publishnotice')).toEqual([{ notice_id: 'n1', revision: 3 }]);
});

test('reports that a notice has changed meanwhile', async () => {
  const page = openNotices('administrator', [buildNotice('n1', [buildRevision({})])], {
    endnotice: () => ({ status: 420 }),
  });
  await page.clickButton(/Withdraw/);
  await page.person.click(within(screen.getByRole('dialog')).getByRole('button', { name: /Withdraw/ }));
  expect(await screen.findByText(/has changed meanwhile/, { selector: '[role="alert"] *' })).toBeTruthy();
});

const fill = (name: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } });

test('needs both languages and an end after the beginning, at the fields, and shows a preview', async () => {
  const page = openNotices('senior-clerk', [], { proposenotice: () => ({ status: 200, data: [] }) });
  await screen.findByRole('button', { name: /Propose/ });
  fill(/Text in Telugu/, '<b>తెలుగు</b>');
  expect(screen.getByRole('region', { name: /As applicants will read it/ }).textContent).toContain(
    '<b>తెలుగు</b>',
  );
  fill(/^From/, '2098-06-02T09:00');
  fill(/^Until/, '2098-06-01T09:00');
  await page.clickButton(/Propose/);
  const english = screen.getByLabelText(/Text in English/);
  expect(english.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(english);
  expect(screen.getByText(/The end must be after the beginning/)).toBeTruthy();
  expect(page.findBodies('proposenotice')).toEqual([]);

  fill(/Text in English/, 'English');
  fill(/^Until/, '2098-06-03T18:00');
  await page.clickButton(/Propose/);
  expect(await screen.findByText('The notice waits for a second person.')).toBeTruthy();
  expect(page.findBodies('proposenotice')).toEqual([
    {
      text: 'English',
      text_te: '<b>తెలుగు</b>',
      from: '2098-06-02T03:30:00.000Z',
      until: '2098-06-03T12:30:00.000Z',
    },
  ]);
});

test('proposes a change of a published notice with its revision', async () => {
  const revision = buildRevision({
    revision: 2,
    state: 'published',
    from: '2026-06-01T03:30:00.000Z',
    until: '2098-06-01T03:30:00.000Z',
  });
  const notice = buildNotice('n1', [revision]);
  const page = openNotices('senior-clerk', [notice], {
    proposenotice: () => ({ status: 200, data: [notice] }),
  });
  await page.clickButton(/^Change/);
  expect(screen.getByLabelText(/^From/)).toHaveProperty('value', '2026-06-01T09:00');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Text in Telugu/)));
  fill(/Text in English/, 'Open again');
  await page.clickButton(/Propose/);
  expect(await screen.findByRole('heading', { name: /New notice/ })).toBeTruthy();
  expect(page.findBodies('proposenotice')).toEqual([
    {
      text: 'Open again',
      text_te: revision.text_te,
      from: revision.from,
      until: revision.until,
      replaces: { notice_id: 'n1', revision: 2 },
    },
  ]);
});

test('proposes a withdrawn notice again with its text', async () => {
  const notice = buildNotice('n1', [
    buildRevision({ revision: 2, state: 'withdrawn', until: '2098-06-01T03:30:00.000Z' }),
  ]);
  const page = openNotices('administrator', [notice], {
    proposenotice: () => ({ status: 200, data: [notice] }),
  });
  expect(await findGroup(/Ended/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Withdraw|End|Publish/ })).toBeNull();
  await page.clickButton(/^Change/);
  await page.clickButton(/Propose/);
  await screen.findByText('The notice waits for a second person.');
  expect(page.findBodies('proposenotice')).toMatchObject([
    { text: 'The office is closed', replaces: { notice_id: 'n1', revision: 2 } },
  ]);
});
