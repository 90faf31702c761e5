import { afterEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { applicant } from '../../testing/applicant.ts';
import { fakePortal } from '../../testing/fake-portal.ts';
import { fillIn } from '../../testing/fill-in.ts';
import { draft } from '../../testing/filled-form.ts';
import { closePage, openForm } from '../../testing/open-form.tsx';
import { Application } from './application.tsx';

afterEach(closePage);

const withDraft = { getsaveformdata: () => ({ status: 200, data: [draft] }) };
const aadhaar = /Aadhaar number$/;
const [district, mandal] = [/జిల్లా \/ District$/, /Mandal$/];

test('a saved draft fills the form, its files and places included', async () => {
  fakePortal(withDraft);
  const { field } = openForm(<Application />);

  expect(await field(aadhaar)).toHaveProperty('value', draft.aadhar);
  expect(await field(/Mobile number$/)).toMatchObject({ value: applicant.number, readOnly: true });
  expect(await field(/తండ్రి పేరు/)).toHaveProperty('value', draft.father_name);
  expect(await field(district)).toHaveProperty('value', 'Chittoor');
  expect(await field(mandal)).toHaveProperty('value', 'Palamaner');
  expect(screen.getByRole('radio', { name: /Pravesa$/ })).toHaveProperty('checked', true);
  expect(await field(/Agamamu$/)).toHaveProperty('value', 'శైవ');
  expect(await field(/Age$/)).toHaveProperty('value', String(ageToday(draft.dob)));
  expect(await field(/Fee$/)).toMatchObject({ value: '100', readOnly: true });
  expect(screen.getByText('PDF')).toBeTruthy();
  expect(screen.getByText('JPEG')).toBeTruthy();
});

const ageToday = (dob: string) => {
  const [today, born] = [new Date(), new Date(dob)];
  const birthdayCame = today.toISOString().slice(5, 10) >= dob.slice(5);
  return today.getFullYear() - born.getFullYear() - (birthdayCame ? 0 : 1);
};

test('the first failing check is said, all are listed in order, and the list takes the focus', async () => {
  const { asked } = fakePortal();
  const { press, said } = openForm(<Application />);

  await press('Confirm to Pay');

  const summary = await screen.findByRole('alert');
  expect(said()).toEqual(['Please Enter Aadhar']);
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
  expect(asked.map(({ call }) => call)).not.toContain('submitapplicationform');
});

test('a corrected field loses its mark', async () => {
  fakePortal(withDraft);
  const { person, press, field } = openForm(<Application />);
  const name = await field(/పేరు \/ Name$/);
  await person.clear(name);
  await press('Save');
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));

  await person.type(name, 'సీత');

  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('choosing a district shows its mandals and no others, and takes the chosen mandal back', async () => {
  fakePortal(withDraft);
  const { person, field } = openForm(<Application />);

  await person.selectOptions(await field(district), 'Guntur');

  const mandals = await field(mandal);
  expect(mandals.value).toBe('');
  expect(
    within(mandals)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['ఎంచుకోండి / Choose', 'Tenali']);
});

test('an Aadhaar that is taken is said and cleared as soon as its twelfth digit is there', async () => {
  const { bodiesOf } = fakePortal({
    checkaadhar: () => ({ status: 421, message: 'Aadhar Number Already Exists' }),
  });
  const { person, field, said } = openForm(<Application />);

  await person.type(await field(aadhaar), '43214321432');
  expect(bodiesOf('checkaadhar')).toEqual([]);
  await person.type(await field(aadhaar), '1');

  await waitFor(() => expect(said()).toEqual(['Aadhar Number Already Exists']));
  expect(bodiesOf('checkaadhar')).toEqual([{ aadhar: '432143214321' }]);
  expect(await field(aadhaar)).toHaveProperty('value', '');
});

test('a pasted Aadhaar loses its spaces', async () => {
  const { bodiesOf } = fakePortal();
  const { person, field } = openForm(<Application />);

  await person.click(await field(aadhaar));
  await person.paste('4321 4321 4321');

  expect(await field(aadhaar)).toHaveProperty('value', '432143214321');
  expect(bodiesOf('checkaadhar')).toEqual([{ aadhar: '432143214321' }]);
});

test('Vara asks for the Pravesa certificate; compartmental for hall ticket, memo and parts', async () => {
  fakePortal(withDraft);
  const { person, press, said } = openForm(<Application />);
  await person.click(await screen.findByRole('radio', { name: /Vara$/ }));
  await person.click(screen.getByRole('radio', { name: /Compartmental$/ }));

  await press('Save');

  await waitFor(() => expect(said()).toEqual(['Upload the Pervious Certificate']));
  const listed = within(screen.getByRole('alert')).getAllByRole('link');
  expect(listed.map((link) => link.querySelector('[lang=en]')?.textContent)).toEqual([
    'Upload the Pervious Certificate',
    'Please Enter Postal Hall Ticket',
    'Upload the Marks Memos Certificate',
    'Select the Language',
  ]);
  expect(screen.getByText(/ప్రవేశ పరీక్ష ధృవపత్రం/)).toBeTruthy();
});

test('the parts to be written go as JSON text, and only for compartmental applicants', async () => {
  const compartmental = {
    ...draft,
    exam_regular: 2,
    pasthallticket: '77',
    markmemos: draft.birthcertificate,
  };
  const { bodiesOf } = fakePortal({
    getsaveformdata: () => ({ status: 200, data: [compartmental] }),
    paidSubmitapplicationform: () => ({ status: 200, orderId: null }),
  });
  const { person, press } = openForm(<Application />);
  await person.click(await screen.findByRole('checkbox', { name: /Sanskrit only$/ }));
  await person.click(screen.getByRole('checkbox', { name: /Oral and Shushkruti$/ }));
  await press('Confirm to Pay');
  await waitFor(() => expect(bodiesOf('paidSubmitapplicationform')).toHaveLength(1));

  await person.click(screen.getByRole('radio', { name: /Regular$/ }));
  await press('Confirm to Pay');

  await waitFor(() => expect(bodiesOf('paidSubmitapplicationform')).toHaveLength(2));
  const [first, second] = bodiesOf('paidSubmitapplicationform');
  expect(JSON.parse(String(first?.language))).toEqual([
    { language_id: 1, language: 'Sanskrit only' },
    { language_id: 3, language: 'Oral and Shushkruti' },
  ]);
  expect(second).toMatchObject({ language: '', pasthallticket: '', markmemos: [], markmemos_ind: 1 });
});

test('an order takes the place of the buttons, and the fields can no longer be changed', async () => {
  const { bodiesOf } = fakePortal({
    ...withDraft,
    paidSubmitapplicationform: () => ({ status: 200, orderId: { id: 'order_1' } }),
  });
  const { press, field } = openForm(<Application />);

  await press('Confirm to Pay');

  expect(await screen.findByRole('button', { name: /Pay now/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Confirm to Pay/ })).toBeNull();
  expect((await field(aadhaar)).matches(':disabled')).toBe(true);
  expect(bodiesOf('paidSubmitapplicationform')).toEqual([
    expect.objectContaining({
      application_id: draft.application_id,
      save_id: 2,
      aadhar: draft.aadhar,
      district_id: 6,
      mandal_id: 61,
      centre_district_id: 9,
      birthcertificate: draft.birthcertificate,
      birthcertificate_ind: 0,
      image_ind: 0,
    }),
  ]);
});

test('without an order nothing is lost, and the next press goes on with the draft that is kept', async () => {
  let kept: object[] = [];
  const { bodiesOf } = fakePortal({
    getsaveformdata: () => ({ status: 200, data: kept }),
    submitapplicationform: () => {
      kept = [{ ...draft, application_id: 'ARC24-KEPT' }];
      return { status: 200, orderId: null };
    },
    paidSubmitapplicationform: () => ({ status: 200, orderId: { id: 'order_1' } }),
  });
  const { person, press, field, said } = openForm(<Application />);
  await fillIn(person, { name: 'సీత' });

  await press('Confirm to Pay');
  await waitFor(() => expect(said()).toContain('Invalid data please try again'));
  expect(await field(/పేరు \/ Name$/)).toHaveProperty('value', 'సీత');
  await press('Confirm to Pay');

  expect(await screen.findByRole('button', { name: /Pay now/ })).toBeTruthy();
  expect(bodiesOf('submitapplicationform')).toMatchObject([{ application_id: 2, name: 'సీత' }]);
  expect(bodiesOf('paidSubmitapplicationform')).toMatchObject([{ application_id: 'ARC24-KEPT', name: 'సీత' }]);
});

test('a mobile whose application has no order yet goes on with it after the refusal', async () => {
  let kept: object[] = [];
  const message = 'Already Application registered this Mobile Number';
  const { bodiesOf } = fakePortal({
    getsaveformdata: () => ({ status: 200, data: kept }),
    submitapplicationform: () => {
      kept = [{ ...draft, application_id: 'ARC24-KEPT' }];
      return { status: 420, message };
    },
    paidSubmitapplicationform: () => ({ status: 200, orderId: { id: 'order_1' } }),
  });
  const { person, press, said } = openForm(<Application />);
  await fillIn(person, { name: 'సీత' });

  await press('Confirm to Pay');
  await waitFor(() => expect(said()).toContain(message));
  await waitFor(() => expect(bodiesOf('getsaveformdata')).toHaveLength(2));
  await press('Confirm to Pay');

  expect(await screen.findByRole('button', { name: /Pay now/ })).toBeTruthy();
  expect(bodiesOf('paidSubmitapplicationform')).toMatchObject([{ application_id: 'ARC24-KEPT', name: 'సీత' }]);
});

test('pressing twice sends once', async () => {
  const { bodiesOf } = fakePortal({
    ...withDraft,
    paidSubmitapplicationform: () => ({ status: 200, orderId: { id: 'order_2' } }),
  });
  const { pressTwice, field } = openForm(<Application />);
  await field(aadhaar);

  await pressTwice('Confirm to Pay');

  await screen.findByRole('button', { name: /Pay now/ });
  expect(bodiesOf('paidSubmitapplicationform')).toHaveLength(1);
});

test('an Aadhaar taken meanwhile is said in the words of the answer, at its field too', async () => {
  const message = 'Already Application registered with this Aadhar';
  fakePortal({ ...withDraft, saveapplicationform: () => ({ status: 421, message }) });
  const { press, said } = openForm(<Application />);

  await press('Save');

  await waitFor(() => expect(said()).toEqual([message]));
  expect(within(screen.getByRole('alert')).getByRole('link').textContent).toContain(message);
});

test('a saved draft is said, and the fields wait for the page to load anew', async () => {
  const navigation = expect.objectContaining({ type: 'not implemented' });
  const tried = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { bodiesOf } = fakePortal({
    ...withDraft,
    saveapplicationform: () => ({ status: 200, data: [{ application_id: draft.application_id }] }),
  });
  const { press, field, said } = openForm(<Application />);

  await press('Save');

  await waitFor(() => expect(said()).toEqual(['Successfully Saved']));
  expect(bodiesOf('saveapplicationform')).toMatchObject([
    { save_id: 1, application_id: draft.application_id },
  ]);
  expect((await field(aadhaar)).matches(':disabled')).toBe(true);
  await waitFor(() => expect(tried).toHaveBeenCalledWith(navigation), { timeout: 3000 });
});

test('Clear asks first, empties the form, and what is sent then replaces the draft', async () => {
  const { bodiesOf } = fakePortal({
    ...withDraft,
    saveapplicationform: () => ({ status: 421, message: 'Already Application registered with this Aadhar' }),
  });
  const { person, press, field } = openForm(<Application />);
  await field(aadhaar);

  await press('Clear');
  const question = screen.getByRole('dialog');
  await person.click(within(question).getByRole('button', { name: /Clear/ }));

  expect(await field(aadhaar)).toHaveProperty('value', '');
  expect(await field(/Mobile number$/)).toHaveProperty('value', applicant.number);
  expect(screen.queryByText('PDF')).toBeNull();
  expect(screen.getByRole('radio', { name: /Pravesa$/ })).toHaveProperty('checked', false);

  await fillIn(person, { name: 'సీత' });
  await press('Save');
  await waitFor(() => expect(bodiesOf('saveapplicationform')).toHaveLength(1));
  expect(bodiesOf('saveapplicationform')).toMatchObject([
    { application_id: 2, name: 'సీత', mandal_id: 62, birthcertificate_ind: 1, image_ind: 1, markmemos_ind: 0 },
  ]);
});

test('a form whose draft could not be read is not offered empty', async () => {
  let reads = 0;
  fakePortal({
    getsaveformdata: () => {
      reads += 1;
      return reads === 1 ? new Response('', { status: 503 }) : { status: 200, data: [draft] };
    },
  });
  const { press, field } = openForm(<Application />);

  await press('Try again');

  expect(await field(aadhaar)).toHaveProperty('value', draft.aadhar);
});
