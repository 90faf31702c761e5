import { toIndianDay } from '@archaka/contracts/calls';
import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { buildCase, leaseOf, otherClerk, ownCase } from '../../testing/cases.ts';
import { buildProblem, closeDesk, fakeDesk, openDesk, scrutiny } from '../../testing/open-desk.tsx';

afterEach(closeDesk);

const [FIRST, SECOND] = ['ARC24-0000001A', 'ARC24-0000002A'];
const CASE = `/desk/case/${FIRST}?district=9`;
const own = (change?: Parameters<typeof ownCase>[0]) => ({ status: 200, data: [ownCase(change)] });
const secondCase = () => own({ summary: { application_id: SECOND } });
const findHead = (id: string) => screen.findByRole('heading', { level: 1, name: new RegExp(id) });
const accepted = () => ({ status: 200, data: [{ scrutiny: 'accepted' }] });

test('accepts a clean case by two keys, and opens the next one of its queue at once', async () => {
  const { requests, findBodies } = fakeDesk({
    getcase: () => own(),
    decidecase: accepted,
    startnextcase: secondCase,
  });
  const page = openDesk(CASE);
  await findHead(FIRST);
  await page.type('a{Enter}');
  await findHead(SECOND);
  expect(findBodies('decidecase')).toEqual([
    { application_id: FIRST, version: 1, verdict: 'accepted', reasons: [], note: '' },
  ]);
  expect(findBodies('startnextcase')).toEqual([{ district_id: 9, without: [] }]);
  expect(page.readAddress()).toBe(`/desk/case/${SECOND}?district=9`);
  expect(requests.map(({ call }) => call)).not.toContain('releasecase');
});

test('asks for a correction with reasons at their fields and the last day', async () => {
  const { findBodies } = fakeDesk({
    getcase: () => own(),
    decidecase: () => ({ status: 200, data: [{ scrutiny: 'correction' }] }),
    startnextcase: () => ({ status: 200, data: [] }),
  });
  const page = openDesk(CASE);
  await findHead(FIRST);
  await page.type('c{Enter}');
  expect((await screen.findByRole('alert')).textContent).toMatch(/Choose at least one reason/);
  const reason = screen.getByRole('checkbox', { name: /The date differs from the certificate/ });
  expect(reason.closest('fieldset')?.querySelector('legend')?.textContent).toMatch(/^Date of birth/);
  expect(reason.closest('label')?.textContent).toMatch(/తేదీ పత్రంలో వేరుగా ఉంది/);
  const lastDay = toIndianDay(new Date(Date.now() + scrutiny.correction_days * 86_400_000));
  const until = lastDay.split('-').reverse().join('-');
  expect(screen.getByText(until).closest('p')?.textContent).toMatch(/^The applicant has until/);

  await page.type('12{Enter}');
  expect(await screen.findByText('This reason needs a note for the applicant')).toBeTruthy();
  expect(findBodies('decidecase')).toEqual([]);
  await page.person.keyboard('Sri Rama{Enter}');
  await waitFor(() =>
    expect(findBodies('decidecase')).toEqual([
      {
        application_id: FIRST,
        version: 1,
        verdict: 'correction',
        reasons: [
          { id: 'dob-differs', note: '' },
          { id: 'name-differs', note: 'Sri Rama' },
        ],
        note: '',
      },
    ]),
  );
});

test('rejects with a reason of the list', async () => {
  const { findBodies } = fakeDesk({
    getcase: () => own(),
    decidecase: () => ({ status: 200, data: [{ scrutiny: 'rejected' }] }),
    startnextcase: () => ({ status: 200, data: [] }),
  });
  const page = openDesk(CASE);
  await findHead(FIRST);
  await page.type('r1{Enter}');
  await waitFor(() =>
    expect(findBodies('decidecase')[0]).toMatchObject({
      verdict: 'rejected',
      reasons: [{ id: 'not-entitled', note: '' }],
    }),
  );
});

test('shows the difference when the applicant changed the application, and keeps what was written', async () => {
  let isChanged = false;
  const versions = [
    {
      version: 2,
      at: '2024-07-02T00:00:00.000Z',
      changes: [{ field: 'name', from: 'రాముడు', to: 'శ్రీరాముడు' }],
    },
    { version: 1, at: '2024-06-30T18:45:00.000Z', changes: [] },
  ];
  const { findBodies } = fakeDesk({
    getcase: () => (isChanged ? own({ summary: { version: 2 }, versions }) : own()),
    decidecase: ({ version }) =>
      version === 2
        ? accepted()
        : buildProblem(409, { code: 'conflict', title: 'The application has another version' }),
    startnextcase: secondCase,
  });
  const page = openDesk(CASE);
  await findHead(FIRST);
  await page.type('a');
  await page.person.type(await screen.findByLabelText(/Note for colleagues/), 'seen');
  isChanged = true;
  await page.sendDecision();
  await screen.findByRole('heading', { name: /The applicant has changed the application/ });
  expect(screen.getAllByText('శ్రీరాముడు').length).toBeGreaterThan(0);
  expect(screen.getByLabelText(/Note for colleagues/)).toHaveProperty('value', 'seen');

  await page.sendDecision();
  expect(findBodies('decidecase')).toHaveLength(1);
  await page.clickButton(/I have seen the change/);
  await page.sendDecision();
  await findHead(SECOND);
  expect(findBodies('decidecase')[1]).toMatchObject({ version: 2, note: 'seen' });
});

test('takes a case over from the clerk who has it, by a press that says so', async () => {
  const { findBodies } = fakeDesk({
    getcase: () => ({ status: 200, data: [buildCase({ summary: { lease: leaseOf(otherClerk) } })] }),
    startcase: () => own(),
  });
  const page = openDesk(CASE);
  await screen.findByText('Ramesh has this case open.');
  await page.type('s');
  expect(findBodies('startcase')).toEqual([]);
  await page.type('o');
  await screen.findByText(/Open with you until/);
  expect(findBodies('startcase')).toEqual([{ application_id: FIRST, take_over: true }]);
});

test.each(['waiting', 'second-look', 'appealed'] as const)('starts a case that is %s', async (state) => {
  const { findBodies } = fakeDesk({
    getcase: () => ({ status: 200, data: [buildCase({ summary: { scrutiny: state } })] }),
    startcase: () => own({ summary: { scrutiny: state } }),
  });
  const page = openDesk(CASE);
  await findHead(FIRST);
  await page.type('s');
  await screen.findByText(/Open with you until/);
  expect(findBodies('startcase')).toEqual([{ application_id: FIRST, take_over: false }]);
});

test('names the clerk when another was quicker to start', async () => {
  let isHeld = false;
  fakeDesk({
    getcase: () => ({
      status: 200,
      data: [buildCase(isHeld ? { summary: { lease: leaseOf(otherClerk) } } : {})],
    }),
    startcase: () => {
      isHeld = true;
      return { status: 420 };
    },
  });
  const page = openDesk(CASE);
  await findHead(FIRST);
  await page.type('s');
  await screen.findByText('Ramesh has this case open.');
  expect(screen.getByRole('button', { name: /Take this case over/ })).toBeTruthy();
});

test('releases the case when it is left, and never one that it does not have', async () => {
  const { findBodies } = fakeDesk({ getcase: () => own() });
  const page = openDesk(CASE);
  await findHead(FIRST);
  await page.person.click(screen.getByRole('link', { name: 'Queues' }));
  await waitFor(() => expect(findBodies('releasecase')).toEqual([{ application_id: FIRST }]));

  closeDesk();
  const other = fakeDesk({ getcase: () => ({ status: 200, data: [buildCase()] }) });
  const again = openDesk(CASE);
  await findHead(FIRST);
  await again.person.click(screen.getByRole('link', { name: 'Queues' }));
  await screen.findByText('No case waits here.');
  expect(other.findBodies('releasecase')).toEqual([]);
});

test('puts a case aside: it is released, and the next one is another', async () => {
  const { requests, findBodies } = fakeDesk({
    getcase: () => own(),
    startnextcase: secondCase,
  });
  const page = openDesk(CASE);
  await findHead(FIRST);
  await page.type('n');
  await findHead(SECOND);
  const calls = requests.map(({ call }) => call).filter((call) => /releasecase|startnextcase/.test(call));
  expect(calls).toEqual(['releasecase', 'startnextcase']);
  expect(findBodies('startnextcase')).toEqual([{ district_id: 9, without: [FIRST] }]);
});

test.each([
  [{ status: 420 }, /not open for you any more/],
  [{ status: 421 }, /decided already/],
])('explains a decision that was not recorded: %j', async (answer, message) => {
  fakeDesk({ getcase: () => own(), decidecase: () => answer });
  const page = openDesk(CASE);
  await findHead(FIRST);
  await page.type('a{Enter}');
  expect((await screen.findByRole('alert')).textContent).toMatch(message);
  expect(page.readAddress()).toBe(CASE);
});

test('leaves the queue open when no further case waits', async () => {
  fakeDesk({
    getcase: () => own(),
    decidecase: accepted,
    startnextcase: () => ({ status: 200, data: [] }),
  });
  const page = openDesk(CASE);
  await findHead(FIRST);
  await page.type('a{Enter}');
  await waitFor(() => expect(page.readAddress()).toBe('/desk/queue?district=9'));
});
