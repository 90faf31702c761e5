import { identityPaperChecks, identityPaperConflict } from '@archaka/contracts/calls';
import { textIn } from '@archaka/platform';
import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { Application } from '../features/fill-application/application.tsx';
import { examination, fakePortal } from '../testing/fake-portal.ts';
import { draft } from '../testing/filled-form.ts';
import { closePage, openForm } from '../testing/open-form.tsx';
import { identityPaperErrors } from './identity-paper/identity-paper.tsx';

afterEach(closePage);

const identity_papers = [
  {
    kind: 'voter-card',
    name: 'Voter card',
    name_te: 'ఓటరు కార్డు',
    pattern: '[A-Z]{3}\\d{7}',
    example: 'ABC1234567',
  },
];
const readListing = (papers: object) => () => ({
  status: 200,
  data: [{ ...examination, ...papers, amount: 100 }],
});
const paper = { identity_kind: 'voter-card', identity_number: 'XYZ1234567' };
const aadhaar = /Aadhaar number$/;
const paperNumber = /Number of the identity paper$/;

function openDraft(saved: object, responses: Parameters<typeof fakePortal>[0] = {}) {
  const portal = fakePortal({
    getexamination: readListing({ identity_papers }),
    getsaveformdata: () => ({ status: 200, data: [{ ...draft, ...saved }] }),
    saveapplicationform: () => ({ status: 421, message: 'Already Application registered with this Aadhar' }),
    ...responses,
  });
  const form = openForm(<Application />);
  return {
    ...form,
    portal,
    choose: async (name: RegExp) => form.person.click(await screen.findByRole('radio', { name })),
    findChecked: () => portal.findBodies('checkaadhar'),
    save: async () => {
      await form.clickButton('Save');
      await waitFor(() => expect(portal.findBodies('saveapplicationform')).toHaveLength(1));
      return portal.findBodies('saveapplicationform')[0] ?? {};
    },
  };
}

test('sends another paper in place of the Aadhaar number, and reports a taken number at its field', async () => {
  const { choose, person, findField, findChecked, save, readMessages } = openDraft({});
  await findField(aadhaar);
  await choose(/I use another identity paper: Voter card$/);
  await person.type(await findField(paperNumber), 'xyz1234567');
  expect(screen.queryByLabelText(/\/ Aadhaar number$/)).toBeNull();
  expect(findChecked()).toEqual([{ aadhar: '', ...paper, identity_number: 'xyz1234567' }]);
  const answers = screen.getByRole('heading', { name: /Check your answers/ }).parentElement as HTMLElement;
  within(answers).getByText('xyz1234567');

  expect(await save()).toMatchObject({ aadhar: '', ...paper, identity_number: 'xyz1234567' });
  await waitFor(() => expect(readMessages()[0]).toContain(identityPaperConflict));
  expect((await findField(paperNumber)).getAttribute('aria-invalid')).toBe('true');
});

test('clears a number that another application holds as soon as it is complete', async () => {
  const { person, findField } = openDraft(
    { aadhar: '', ...paper, identity_number: '' },
    { checkaadhar: () => ({ status: 421 }) },
  );
  await person.type(await findField(paperNumber), 'XYZ1234567');
  await waitFor(async () => expect(await findField(paperNumber)).toHaveProperty('value', ''));
});

test('returns to the Aadhaar number without any field of the paper', async () => {
  const { choose, person, findField, save } = openDraft({ aadhar: '', ...paper });
  expect(await findField(paperNumber)).toHaveProperty('value', paper.identity_number);
  await choose(/With my Aadhaar card$/);
  await person.type(await findField(aadhaar), draft.aadhar);
  const body = await save();
  expect(body).toMatchObject({ aadhar: draft.aadhar });
  for (const field of Object.keys(paper)) expect(body).not.toHaveProperty(field);
});

test('offers no other paper where the examination has no list', async () => {
  const { findField } = openDraft({}, { getexamination: readListing({}) });
  await findField(aadhaar);
  expect(screen.queryByRole('radio', { name: /Aadhaar/ })).toBeNull();
});

test('translates each message about a paper, with its exact English', () => {
  const said = [identityPaperConflict, ...identityPaperChecks.map(({ message }) => message)];
  expect(identityPaperErrors.map(({ id }) => id).toSorted()).toEqual(said.toSorted());
  expect(said.filter((id) => textIn('te', { id }) === id)).toEqual([]);
});
