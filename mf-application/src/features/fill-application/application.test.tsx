import { sendNotice } from '@archaka/platform';
import { afterEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { fakePortal } from '../../testing/fake-portal.ts';
import { fillIn } from '../../testing/fill-in.ts';
import { draft } from '../../testing/filled-form.ts';
import { applicant, closePage, openForm } from '../../testing/open-form.tsx';
import { Application } from './application.tsx';

afterEach(closePage);

const withDraft = { getsaveformdata: () => ({ status: 200, data: [draft] }) };
const aadhaar = /Aadhaar number$/;
const [district, mandal] = [/జిల్లా \/ District$/, /Mandal$/];

test('fills the form from a saved draft, with files and places [S-1.3] [S-3.5] [S-4.6]', async () => {
  fakePortal(withDraft);
  const { findField } = openForm(<Application />);

  expect(await findField(aadhaar)).toHaveProperty('value', draft.aadhar);
  expect(await findField(/Mobile number$/)).toMatchObject({ value: applicant.number, readOnly: true });
  expect(await findField(/Father's name$/)).toHaveProperty('value', draft.father_name);
  expect(await findField(district)).toHaveProperty('value', 'Chittoor');
  expect(await findField(mandal)).toHaveProperty('value', 'Palamaner');
  expect(screen.getByRole('radio', { name: /Pravesa$/ })).toHaveProperty('checked', true);
  expect(await findField(/Agamamu$/)).toHaveProperty('value', 'శైవ');
  expect(await findField(/Age$/)).toHaveProperty('value', String(ageToday(draft.dob)));
  expect(await findField(/Fee$/)).toMatchObject({ value: '100', readOnly: true });
  expect(screen.getByText('జనన ధ్రువీకరణ పత్రం (PDF)')).toBeTruthy();
  expect(screen.getByText('ఫోటో (JPEG)')).toBeTruthy();
});

const ageToday = (dob: string) => {
  const [today, born] = [new Date(), new Date(dob)];
  const hadBirthday = today.toISOString().slice(5, 10) >= dob.slice(5);
  return today.getFullYear() - born.getFullYear() - (hadBirthday ? 0 : 1);
};

test.each(['Save', 'Confirm to Pay'])(
  '%s shows the first failed check, lists all in order, sends nothing, and focuses the list [S-5.1]',
  async (name) => {
    const { requests } = fakePortal();
    const { clickButton, readMessages } = openForm(<Application />);

    await clickButton(name);

    const summary = await screen.findByRole('alert');
    expect(readMessages()).toEqual(['Please Enter Aadhar']);
    const listed = within(summary).getAllByRole('link');
    expect(listed.map((link) => link.querySelector('[lang=en]')?.textContent)).toEqual([
      'Please Enter Aadhar',
      'Please Enter name',
      'Please Enter Father Name',
      'Select Date of Birth',
      'Please Upload Birth Certificate',
      'Please Enter Postal Address',
      'Select the District',
      'Select the Mandal',
      'Select the Exam Type',
      'Select the Regular or Compentment',
      'Select the Centre district',
      'Select the Agamamu',
      'Please upload Your photo',
    ]);
    expect(document.activeElement).toBe(summary);
    expect(screen.getByLabelText(aadhaar).getAttribute('aria-invalid')).toBe('true');
    expect(requests.filter(({ call }) => call.endsWith('applicationform'))).toEqual([]);
  },
);

test('names the last accepted date of birth in the list and in the message [S-5.4]', async () => {
  fakePortal({ getsaveformdata: () => ({ status: 200, data: [{ ...draft, dob: '2024-06-11' }] }) });
  const { clickButton, readMessages } = openForm(<Application />);

  await clickButton('Save');

  expect((await screen.findByRole('alert')).textContent).toContain('10-06-2024');
  expect(readMessages()).toEqual(['Select Date of Birth', '10-06-2024 or earlier']);
});

test('unmarks a corrected field', async () => {
  fakePortal(withDraft);
  const { person, clickButton, findField } = openForm(<Application />);
  const name = await findField(/పేరు \/ Name$/);
  await person.clear(name);
  await clickButton('Save');
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));

  await person.type(name, 'సీత');

  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows the mandals of the chosen district only, and clears the chosen mandal [S-4.12]', async () => {
  fakePortal(withDraft);
  const { person, findField } = openForm(<Application />);

  await person.selectOptions(await findField(district), 'Guntur');

  const mandals = await findField(mandal);
  expect(mandals.value).toBe('');
  expect(
    within(mandals)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['ఎంచుకోండి / Choose', 'తెనాలి / Tenali']);
});

test('reports and clears a taken Aadhaar as soon as its twelfth digit is typed [S-5.33] [S-5.34] [S-8.10]', async () => {
  const { findBodies } = fakePortal({
    checkaadhar: () => ({ status: 421, message: 'Aadhar Number Already Exists' }),
  });
  const { person, findField, readMessages } = openForm(<Application />);

  await person.type(await findField(aadhaar), '43214321432');
  expect(findBodies('checkaadhar')).toEqual([]);
  await person.type(await findField(aadhaar), '1');

  await waitFor(() => expect(readMessages()).toEqual(['Aadhar Number Already Exists']));
  expect(findBodies('checkaadhar')).toEqual([{ aadhar: '432143214321' }]);
  expect(await findField(aadhaar)).toHaveProperty('value', '');
});

test('reports an Aadhaar that could not be checked, and checks it again automatically', async () => {
  let isDown = true;
  const { findBodies } = fakePortal({
    checkaadhar: () => (isDown ? new Response('', { status: 503 }) : { status: 200 }),
  });
  const { person, findField } = openForm(<Application />);
  await person.type(await findField(aadhaar), '432143214321');
  await screen.findByText(/ఆధార్ .* అడగలేకపోయాం/);

  isDown = false;
  act(() => sendNotice('updates-connected', undefined));

  await waitFor(() => expect(screen.queryByText(/అడగలేకపోయాం/)).toBeNull());
  expect(findBodies('checkaadhar')).toHaveLength(2);
});

test('removes the spaces of a pasted Aadhaar [S-3.2] [S-5.37]', async () => {
  const { findBodies } = fakePortal();
  const { person, findField } = openForm(<Application />);

  await person.click(await findField(aadhaar));
  await person.paste('4321 4321 4321');

  expect(await findField(aadhaar)).toHaveProperty('value', '432143214321');
  expect(findBodies('checkaadhar')).toEqual([{ aadhar: '432143214321' }]);
});

test('requires the Pravesa certificate for Vara; hall ticket, memo and parts for compartmental [S-3.12]', async () => {
  fakePortal(withDraft);
  const { person, clickButton, readMessages } = openForm(<Application />);
  await person.click(await screen.findByRole('radio', { name: /Vara$/ }));
  await person.click(screen.getByRole('radio', { name: /Compartmental$/ }));

  await clickButton('Save');

  await waitFor(() => expect(readMessages()).toEqual(['Upload the Pervious Certificate']));
  const listed = within(screen.getByRole('alert')).getAllByRole('link');
  expect(listed.map((link) => link.querySelector('[lang=en]')?.textContent)).toEqual([
    'Upload the Pervious Certificate',
    'Please Enter Postal Hall Ticket',
    'Upload the Marks Memos Certificate',
    'Select the Language',
  ]);
  expect(screen.getByText(/ప్రవేశ పరీక్ష ధ్రువపత్రం/)).toBeTruthy();
});

test('sends the chosen parts as JSON text, for compartmental applicants only [S-3.11]', async () => {
  const compartmental = {
    ...draft,
    exam_regular: 2,
    pasthallticket: '77',
    markmemos: draft.birthcertificate,
  };
  const { findBodies } = fakePortal({
    getsaveformdata: () => ({ status: 200, data: [compartmental] }),
    paidSubmitapplicationform: () => ({ status: 200, orderId: null }),
  });
  const { person, clickButton } = openForm(<Application />);
  await person.click(await screen.findByRole('checkbox', { name: /Sanskrit only$/ }));
  await person.click(screen.getByRole('checkbox', { name: /Oral and Shushkruti$/ }));
  await clickButton('Confirm to Pay');
  await waitFor(() => expect(findBodies('paidSubmitapplicationform')).toHaveLength(1));

  await person.click(screen.getByRole('radio', { name: /Regular$/ }));
  await clickButton('Confirm to Pay');

  await waitFor(() => expect(findBodies('paidSubmitapplicationform')).toHaveLength(2));
  const [first, second] = findBodies('paidSubmitapplicationform');
  expect(JSON.parse(String(first?.language))).toEqual([
    { language_id: 1, language: 'Sanskrit only' },
    { language_id: 3, language: 'Oral and Shushkruti' },
  ]);
  expect(second).toMatchObject({ language: '', pasthallticket: '', markmemos: [], markmemos_ind: 1 });
});

test('sends the draft, and replaces the form by the order [S-3.8] [S-3.22] [S-3.23] [S-3.25] [S-4.16] [S-4.22]', async () => {
  const { findBodies } = fakePortal({
    ...withDraft,
    paidSubmitapplicationform: () => ({ status: 200, orderId: { id: 'order_1' } }),
  });
  const { clickButton } = openForm(<Application />);

  await clickButton('Confirm to Pay');

  expect(await screen.findByRole('button', { name: /Pay now/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Confirm to Pay/ })).toBeNull();
  expect(screen.queryByLabelText(aadhaar)).toBeNull();
  expect(findBodies('paidSubmitapplicationform')).toEqual([
    expect.objectContaining({
      application_id: draft.application_id,
      save_id: 2,
      aadhar: draft.aadhar,
      father_name: draft.father_name,
      dob: '1990-02-03',
      postal_address: draft.postal_address,
      district: 'Chittoor',
      district_id: 6,
      mandal: 'Palamaner',
      mandal_id: 61,
      exam_type: '1',
      exam_regular: '1',
      pasthallticket: '',
      centre_district: 'Guntur',
      centre_district_id: 9,
      agamamu: draft.agamamu,
      image: draft.image,
      birthcertificate: draft.birthcertificate,
      image_ind: 0,
      birthcertificate_ind: 0,
      perviouscertificate_ind: 0,
      markmemos_ind: 0,
    }),
  ]);
});

const mobileConflict = 'Already Application registered this Mobile Number';

test.each([
  ['without an order', { status: 200, orderId: null }, 'Invalid data please try again'],
  ['of a mobile without an order', { status: 420, message: mobileConflict }, mobileConflict],
])(
  'loses nothing %s, and resumes the stored draft at the next press [S-3.19] [S-4.23] [S-8.11]',
  async (_what, response, message) => {
    let storedDrafts: object[] = [];
    const { findBodies } = fakePortal({
      getsaveformdata: () => ({ status: 200, data: storedDrafts }),
      submitapplicationform: () => {
        storedDrafts = [{ ...draft, application_id: 'ARC24-KEPT' }];
        return response;
      },
      paidSubmitapplicationform: () => ({ status: 200, orderId: { id: 'order_1' } }),
    });
    const { person, clickButton, findField, readMessages } = openForm(<Application />);
    await fillIn(person, { name: 'సీత' });

    await clickButton('Confirm to Pay');
    await waitFor(() => expect(readMessages()).toContain(message));
    expect(await findField(/పేరు \/ Name$/)).toHaveProperty('value', 'సీత');
    await waitFor(() => expect(findBodies('getsaveformdata')).toHaveLength(2));
    await clickButton('Confirm to Pay');

    expect(await screen.findByRole('button', { name: /Pay now/ })).toBeTruthy();
    expect(findBodies('submitapplicationform')).toMatchObject([{ application_id: 2, name: 'సీత' }]);
    expect(findBodies('paidSubmitapplicationform')).toMatchObject([
      { application_id: 'ARC24-KEPT', name: 'సీత' },
    ]);
  },
);

test('sends once for two presses', async () => {
  const { findBodies } = fakePortal({
    ...withDraft,
    paidSubmitapplicationform: () => ({ status: 200, orderId: { id: 'order_2' } }),
  });
  const { doubleClickButton, findField } = openForm(<Application />);
  await findField(aadhaar);

  await doubleClickButton('Confirm to Pay');

  await screen.findByRole('button', { name: /Pay now/ });
  expect(findBodies('paidSubmitapplicationform')).toHaveLength(1);
});

test("shows the response's message for an Aadhaar that is taken meanwhile, also at its field", async () => {
  const message = 'Already Application registered with this Aadhar';
  fakePortal({ ...withDraft, saveapplicationform: () => ({ status: 421, message }) });
  const { clickButton, readMessages } = openForm(<Application />);

  await clickButton('Save');

  await waitFor(() => expect(readMessages()).toEqual([message]));
  expect(within(screen.getByRole('alert')).getByRole('link').textContent).toContain(message);
});

test.each([
  ['Save', 420, mobileConflict],
  ['Confirm to Pay', 420, mobileConflict],
  ['Save', 421, 'Already Application registered with this Aadhar'],
  ['Confirm to Pay', 421, 'Already Application registered with this Aadhar'],
  ['Save', 422, 'Error..!'],
  ['Confirm to Pay', 422, 'Error..!'],
])(
  "%s shows the catalogue's message for a response %i without one [S-8.6] [S-8.7] [S-8.8]",
  async (name, status, message) => {
    const respond = () => ({ status });
    fakePortal({ ...withDraft, saveapplicationform: respond, paidSubmitapplicationform: respond });
    const { clickButton, readMessages } = openForm(<Application />);

    await clickButton(name);

    await waitFor(() => expect(readMessages()).toEqual([message]));
  },
);

test('shows the latest date of birth at the field', async () => {
  fakePortal();
  const { findField } = openForm(<Application />);

  const hint = (await findField(/Date of birth$/)).getAttribute('aria-describedby');
  expect(document.getElementById(String(hint))?.textContent).toContain('10-06-2024');
});

test('confirms a saved draft, and refills the form from the stored data, in place', async () => {
  const stored = { ...draft };
  const { findBodies } = fakePortal({
    ...withDraft,
    getsaveformdata: () => ({ status: 200, data: [stored] }),
    saveapplicationform() {
      Object.assign(stored, { father_name: 'నిల్వలో ఉన్న పేరు', draft_version: 2 });
      return { status: 200, data: [{ application_id: draft.application_id }] };
    },
  });
  const { clickButton, findField, readMessages } = openForm(<Application />);

  await clickButton('Save');

  await waitFor(() => expect(readMessages()).toEqual(['Successfully Saved']));
  expect(findBodies('saveapplicationform')).toMatchObject([
    { save_id: 1, application_id: draft.application_id },
  ]);
  await waitFor(async () =>
    expect(await findField(/Father's name$/)).toHaveProperty('value', 'నిల్వలో ఉన్న పేరు'),
  );
  expect((await findField(aadhaar)).matches(':disabled')).toBe(false);
  expect(document.activeElement?.id).toBe('status');
});

test('does not refill the form from an older draft when the stored one is not returned after a save', async () => {
  let isDown = false;
  fakePortal({
    ...withDraft,
    getsaveformdata: () => (isDown ? new Response('', { status: 503 }) : { status: 200, data: [draft] }),
    saveapplicationform() {
      isDown = true;
      return { status: 200, data: [{ application_id: draft.application_id }] };
    },
  });
  const { clickButton, findField, person } = openForm(<Application />);

  await clickButton('Save');

  const retry = await screen.findByRole('button', { name: /Try again/ });
  expect(screen.queryByLabelText(aadhaar)).toBeNull();

  isDown = false;
  await person.click(retry);
  expect((await findField(aadhaar)).matches(':disabled')).toBe(false);
});

test('asks before Clear, empties the form, and replaces the draft at the next save [S-3.20] [S-4.24] [S-4.25]', async () => {
  const compartmental = {
    ...draft,
    exam_regular: 2,
    pasthallticket: '77',
    markmemos: draft.birthcertificate,
    language: JSON.stringify([{ language_id: 1, language: 'Sanskrit only' }]),
  };
  const { findBodies } = fakePortal({
    getsaveformdata: () => ({ status: 200, data: [compartmental] }),
    saveapplicationform: () => ({ status: 421, message: 'Already Application registered with this Aadhar' }),
  });
  const { person, clickButton, findField } = openForm(<Application />);
  await findField(aadhaar);

  await clickButton('Clear');
  const question = screen.getByRole('dialog');
  await person.click(within(question).getByRole('button', { name: /Clear/ }));

  expect(await findField(aadhaar)).toHaveProperty('value', '');
  expect(await findField(/Mobile number$/)).toHaveProperty('value', applicant.number);
  expect(screen.queryByText(/\(PDF\)/)).toBeNull();
  expect(screen.getByRole('radio', { name: /Pravesa$/ })).toHaveProperty('checked', false);
  await person.click(screen.getByRole('radio', { name: /Compartmental$/ }));
  expect(screen.getByRole('checkbox', { name: /Sanskrit only$/ })).toHaveProperty('checked', false);

  await fillIn(person, { name: 'సీత' });
  await clickButton('Save');
  await waitFor(() => expect(findBodies('saveapplicationform')).toHaveLength(1));
  expect(findBodies('saveapplicationform')).toMatchObject([
    { application_id: 2, name: 'సీత', mandal_id: 62, birthcertificate_ind: 1, image_ind: 1, markmemos_ind: 1 },
  ]);
});

test('offers no empty form when the draft could not be read', async () => {
  let reads = 0;
  fakePortal({
    getsaveformdata: () => {
      reads += 1;
      return reads === 1 ? new Response('', { status: 503 }) : { status: 200, data: [draft] };
    },
  });
  const { clickButton, findField } = openForm(<Application />);

  await clickButton('Try again');

  expect(await findField(aadhaar)).toHaveProperty('value', draft.aadhar);
});

test('folds each group of answers to a line on a phone, until it is unfolded', async () => {
  window.matchMedia = () => ({ matches: true }) as MediaQueryList;
  fakePortal(withDraft);
  const { person } = openForm(<Application />);
  const [summary] = await screen.findAllByText('మీ నివాసం', { selector: '.answers > summary *' });
  expect(summary?.closest('summary')?.textContent).toMatch(/Change.*పలమనేరు/s);

  await person.click(summary as HTMLElement);

  expect(summary?.closest('summary')?.textContent).not.toContain('పలమనేరు');
  Reflect.deleteProperty(window, 'matchMedia');
});

test('summarizes the answers beside the submit button, as they are typed', async () => {
  fakePortal(withDraft);
  const { person, findField } = openForm(<Application />);
  const name = await findField(/పేరు \/ Name$/);
  await person.clear(name);
  await person.type(name, 'సీత');

  const answers = within(
    screen.getByRole('heading', { name: /Check your answers/ }).parentElement as HTMLElement,
  );
  for (const text of ['సీత', '1234 1234 1234', 'గుంటూరు']) await answers.findByText(text);

  await person.click(answers.getByRole('button', { name: /^జిల్లా \/ District: .* Change$/ }));
  expect(document.activeElement?.getAttribute('name')).toBe('district');
  await person.click(screen.getByRole('button', { name: /Back to your answers/ }));
  expect(document.activeElement?.id).toBe('change-district');
  expect(screen.queryByRole('button', { name: /Back to your answers/ })).toBeNull();
});
