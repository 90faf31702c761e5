import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { Application } from '../features/fill-application/application.tsx';
import { fakePortal } from '../testing/fake-portal.ts';
import { draft } from '../testing/filled-form.ts';
import { closePage, openForm } from '../testing/open-form.tsx';

afterEach(closePage);

const withDraft = { getsaveformdata: () => ({ status: 200, data: [draft] }) };
const [name, aadhaar, address] = [/పేరు \/ Name$/, /Aadhaar number$/, /Postal address$/];

async function pasteInto(label: RegExp, text: string) {
  const form = openForm(<Application />);
  const field = await form.findField(label);
  await form.person.clear(field);
  await form.person.click(field);
  await form.person.paste(text);
  return { ...form, control: field };
}

test('does not cut off a name of 10,000 characters: it states the length, and does not send it', async () => {
  const { findBodies } = fakePortal(withDraft);
  const { control, clickButton, readMessages } = await pasteInto(name, 'అ'.repeat(10_000));

  expect(control.value).toHaveLength(10_000);
  expect(await screen.findByText(/10,000 అక్షరాలు/)).toBeTruthy();
  await clickButton('Save');
  await waitFor(() => expect(readMessages()).toEqual(['Please Enter name']));
  expect(findBodies('saveapplicationform')).toEqual([]);
});

test.each([
  ['an emoji', 'శ్రీ రామ 🙏', 'U+1F64F 🙏'],
  ['another script', 'سید احمد', 'U+0633 س'],
])(
  'names the character of %s that the ticket cannot show, and does not send it',
  async (_what, written, shown) => {
    const { findBodies } = fakePortal(withDraft);
    const { control, clickButton, readMessages } = await pasteInto(name, written);

    expect(control.value).toBe(written);
    expect(
      await screen.findByText(new RegExp(`ఈ అక్షరాన్ని టికెట్ చూపలేదు.*${shown.replace('+', '\\+')}`)),
    ).toBeTruthy();
    await clickButton('Save');
    const message = `The ticket cannot show this character. Please write it in another way: ${shown}`;
    await waitFor(() => expect(readMessages()).toEqual([message]));
    expect(findBodies('saveapplicationform')).toEqual([]);
  },
);

test('reports an unprintable character at its field', async () => {
  fakePortal(withDraft);
  await pasteInto(address, '4-12\u0007, Temple Street');

  expect(await screen.findByText(/ముద్రించలేని అక్షరం/)).toBeTruthy();
});

test('questions an Aadhaar whose check digit is wrong, and sends it', async () => {
  const { findBodies } = fakePortal(withDraft);
  const { clickButton } = await pasteInto(aadhaar, '౯౯౯౯ 4105 7059');

  expect(await screen.findByText(/మీ కార్డుతో పోల్చి చూడండి/)).toBeTruthy();
  await clickButton('Save');
  await waitFor(() => expect(findBodies('saveapplicationform')).toMatchObject([{ aadhar: '999941057059' }]));
});

test('does not question an Aadhaar whose check digit is right', async () => {
  fakePortal(withDraft);
  const { control } = await pasteInto(aadhaar, '9999 4105 7058');

  expect(control.value).toBe('999941057058');
  expect(screen.queryByText(/కార్డుతో పోల్చి చూడండి/)).toBeNull();
});
