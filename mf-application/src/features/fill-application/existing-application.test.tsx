import '../../testing/applicant.ts';

import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { fakePortal } from '../../testing/fake-portal.ts';
import { draft } from '../../testing/filled-form.ts';
import { closePage, openForm } from '../../testing/open-form.tsx';
import { Application } from './application.tsx';

afterEach(closePage);

const submitted = {
  application_id: 'ARC24-0000002B',
  number: '9876543210',
  order_id: 'order_7',
  examine_year: '2024',
};
const withApplication = (payment_status: string) => ({
  getticketsandprofile: () => ({ status: 200, data: [{ ...submitted, payment_status }] }),
});
const findBanner = async () => {
  const title = await screen.findByRole('heading', { name: /You already have an application this year/ });
  return within(title.parentElement as HTMLElement);
};

test('an unpaid application of this year is shown with the way to pay it, and the form stays', async () => {
  fakePortal(withApplication(''));
  const { findField } = openForm(<Application />);

  const shown = await findBanner();
  expect(shown.getByText(submitted.application_id)).toBeTruthy();
  expect(shown.getByText('Pending')).toBeTruthy();
  expect(shown.getByRole('button', { name: /Pay now/ })).toBeTruthy();
  expect(shown.getByRole('link', { name: /Application History/ }).getAttribute('href')).toBe('/ticket');
  expect(await findField(/Aadhaar number$/)).toHaveProperty('value', '');
});

test('a paid one is not to be paid again', async () => {
  fakePortal(withApplication('S'));
  openForm(<Application />);

  const shown = await findBanner();
  expect(shown.getByText('Success')).toBeTruthy();
  expect(shown.queryByRole('button', { name: /Pay now/ })).toBeNull();
});

test('what was just submitted is offered for payment once, with its application ID', async () => {
  let sent = false;
  fakePortal({
    getsaveformdata: () => ({ status: 200, data: [draft] }),
    getticketsandprofile: () => ({ status: 200, data: sent ? [{ ...submitted, payment_status: '' }] : [] }),
    paidSubmitapplicationform: () => {
      sent = true;
      return { status: 200, orderId: { id: submitted.order_id } };
    },
  });
  const { clickButton } = openForm(<Application />);

  await clickButton('Confirm to Pay');

  await waitFor(() => expect(screen.getByText(submitted.application_id)).toBeTruthy());
  expect(screen.getAllByRole('button', { name: /Pay now/ })).toHaveLength(1);
});
