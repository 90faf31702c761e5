import type { CallAnswer, getHalls, PlannedSeat } from '@archaka/contracts/calls';
import { afterEach, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { as, closeDesk, fakeDesk, openDesk } from '../../testing/open-desk.tsx';

afterEach(closeDesk);

type District = NonNullable<CallAnswer<typeof getHalls>['data']>[number];
type Plan = NonNullable<District['plan']>;

const AT = '2026-11-29T06:30:00.000Z';
const counts = { paid: 1201, ticketed: 1200, seated: 1200, new: 40, reissued: 2, unplaced: 1, to_check: 3 };
const prepared: Plan = {
  ...{ number: 4, done: 1201, total: 1201, counts },
  state: 'prepared',
  ...{ prepared_by: 'ramesh', prepared_at: AT, is_own: false },
};
const buildDistrict = (plan?: Plan): District => ({
  district: 'Guntur',
  paid: 1201,
  centres: [
    {
      ...{ code: '101', name: 'Hindu College', capacity: 1240, accessible: true, scribes: false },
      ...{ seated: 1160, planned: plan?.state === 'prepared' ? 40 : 0 },
    },
  ],
  ...(plan && { plan }),
});
const unplaced: PlannedSeat = {
  ...{ application_id: 'ARC24-0000001A', position: 1201 },
  status: 'unplaced',
  note: 'full',
  ...{ is_paid: true, has_ticket: true },
};

const openHalls = (role: string, plan: () => Plan | undefined, responses = {}, at = '?district=Guntur') => {
  const requests = fakeDesk({
    ...as(role),
    gethalls: () => ({ status: 200, data: [buildDistrict(plan())] }),
    getplannedseats: () => ({ status: 200, data: [unplaced] }),
    ...responses,
  });
  return { ...requests, ...openDesk(`/desk/halls${at}`) };
};

test('previews a district, shows its plan with who has no seat, and another person confirms it', async () => {
  let plan: Plan | undefined;
  const page = openHalls(
    'hall-officer',
    () => plan,
    {
      previewallotment: () => {
        plan = prepared;
        return { status: 200 };
      },
      confirmallotment: () => {
        plan = { ...prepared, state: 'allotted', confirmed_by: 'lakshmi', confirmed_at: AT };
        return { status: 200 };
      },
    },
    '',
  );
  await page.person.click(await screen.findByRole('link', { name: 'Guntur' }));
  expect(page.readAddress()).toBe('/desk/halls?district=Guntur');
  await page.clickButton(/^Preview(?! all)/);
  const list = await screen.findByRole('table', { name: /Candidates without a seat/ });
  expect(list.textContent).toMatch(/ARC24-0000001A.*All centres of the district are full/);
  const [, centre] = within(screen.getByRole('table', { name: /Centres/ })).getAllByRole('row');
  expect(centre?.textContent).toMatch(/Hindu College.*1,240.*1,160.*40.*40/);
  await page.clickButton(/^Confirm/);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('1,201')).toBeTruthy();
  await page.person.click(dialog.getByRole('button', { name: /^Confirm/ }));
  expect(await screen.findByText(/Confirmed by lakshmi/)).toBeTruthy();
  expect(page.findBodies('previewallotment')).toEqual([{ district: 'Guntur' }]);
  expect(page.findBodies('confirmallotment')).toEqual([{ district: 'Guntur', number: 4 }]);
});

test('a refused plan names who has changed, each with a link to the case', async () => {
  const page = openHalls('administrator', () => prepared, {
    confirmallotment: () =>
      Response.json(
        {
          ...{ type: 'about:blank', status: 409, code: 'conflict', title: 'Changed.' },
          errors: [{ field: 'ARC24-0000002B', message: 'removed' }],
        },
        { status: 409 },
      ),
  });
  await page.clickButton(/^Confirm/);
  await page.person.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: /^Confirm/ }),
  );
  const link = await screen.findByRole('link', { name: 'ARC24-0000002B' });
  expect(link.closest('[role="alert"]')?.textContent).toMatch(
    /Candidates have changed since the preview.*has left, or is not paid any more/,
  );
});

test('offers no confirmation to who previewed it, and an auditor reads only', async () => {
  openHalls('hall-officer', () => ({ ...prepared, is_own: true }));
  expect(await screen.findByText(/You have previewed it: another/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull();

  closeDesk();
  openHalls('auditor', () => prepared);
  expect(await screen.findByText(/Previewed by ramesh/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(Confirm|Preview)/ })).toBeNull();
});

test('the list and its page are in the address, and the file is that list of that plan', async () => {
  const page = openHalls('auditor', () => prepared);
  fireEvent.change(await screen.findByRole('combobox', { name: /List/ }), { target: { value: 'check' } });
  expect(page.readAddress()).toBe('/desk/halls?district=Guntur&list=check');
  await waitFor(() => expect(page.findBodies('getplannedseats').at(-1)).toMatchObject({ list: 'check' }));
  expect(screen.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe(
    '/api/desk/seats/csv?district=Guntur&list=check&number=4',
  );
});

test('reads a plan again while it is made, and shows how far it is', async () => {
  let plan: Plan = { ...prepared, state: 'preparing', done: 500 };
  openHalls('auditor', () => plan);
  expect(await screen.findByText('500 of 1,201 done')).toBeTruthy();
  plan = prepared;
  expect(await screen.findByText('With a seat by this plan', {}, { timeout: 8000 })).toBeTruthy();
});

test('makes the pack of a district, shows how far it is, and offers the file with its counts', async () => {
  const requested = { number: 2, requested_by: 'ramesh', requested_at: AT };
  let pack: District['pack'];
  const page = openHalls('hall-officer', () => undefined, {
    gethalls: () => ({ status: 200, data: [{ ...buildDistrict(), pack }] }),
    makehallpack: () => {
      pack = { ...requested, state: 'making', done: 500, total: 1402 };
      return { status: 200 };
    },
  });
  await page.clickButton(/^Make the pack/);
  expect(await screen.findByText('500 of 1,402 sheets')).toBeTruthy();
  expect(page.findBodies('makehallpack')).toEqual([{ district: 'Guntur' }]);
  expect(screen.queryByRole('button', { name: /^Make the pack/ })).toBeNull();
  const counts = { paid: 1201, ticketed: 1200, listed: 1200 };
  pack = { ...requested, state: 'made', done: 1402, total: 1402, counts, expires_at: AT };
  const link = await screen.findByRole('link', { name: /Download the pack/ }, { timeout: 8000 });
  expect(link.getAttribute('href')).toBe('/api/desk/hall-pack?district=Guntur&number=2');
  expect(screen.getByText(/Some who have paid have no ticket yet/)).toBeTruthy();
  expect(screen.getByText(/Requested by ramesh/)).toBeTruthy();
});

test('says why there is no pack, and an auditor cannot make or download one', async () => {
  const pack: District['pack'] = {
    ...{ number: 2, requested_by: 'ramesh', requested_at: AT },
    ...{ state: 'failed', failure: 'ticket-changed', done: 500, total: 1402 },
  };
  openHalls('auditor', () => undefined, {
    gethalls: () => ({ status: 200, data: [{ ...buildDistrict(), pack }] }),
  });
  expect(await screen.findByText(/a ticket was printed again meanwhile/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /pack/ })).toBeNull();
  expect(screen.queryByRole('link', { name: /Download the pack/ })).toBeNull();
});
