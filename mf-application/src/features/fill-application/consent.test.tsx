import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { examination, fakePortal } from '../../testing/fake-portal.ts';
import { draft } from '../../testing/filled-form.ts';
import { closePage, openForm } from '../../testing/open-form.tsx';
import { Application } from './application.tsx';

afterEach(closePage);

const notice = examination.privacy_notice;
const newerNotice = { ...notice, version: notice.version + 1, summary_te: 'కొత్త నోటీసు' };
const agreement = { notice_version: notice.version, notice_language: 'te' };
const withDraft = { getsaveformdata: () => ({ status: 200, data: [draft] }) };
const ok = () => ({ status: 200, data: [{ application_id: draft.application_id, draft_version: 2 }] });

/** The notice as rendered before the first personal field. */
const findNotice = async () => (await screen.findByText(notice.summary_te)).closest('.notice') as HTMLElement;

test('shows the notice before the first personal field, and what Save and Confirm to Pay agree to', async () => {
  fakePortal(withDraft);
  const { findField } = openForm(<Application />);
  const firstField = await findField(/Mobile number$/);
  const following = (await findNotice()).compareDocumentPosition(firstField);
  expect(following & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  for (const name of [/\/ Save/, /\/ Confirm to Pay/]) {
    const hint = screen.getByRole('button', { name }).getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(hint)?.textContent).toBe(`${notice.agreement_te} ${notice.version}`);
  }
  const clear = screen.getByRole('button', { name: /\/ Clear/ });
  expect(clear.getAttribute('aria-describedby')).toBeNull();
});

test('sends the agreement with the version and language that were shown', async () => {
  const { findBodies } = fakePortal({
    ...withDraft,
    saveapplicationform: ok,
    paidSubmitapplicationform: () => ({ status: 200, orderId: { id: 'order_1' } }),
  });
  const { clickButton } = openForm(<Application />);
  await clickButton('Save');
  await waitFor(() => expect(findBodies('saveapplicationform')).toMatchObject([agreement]));
  await clickButton('Confirm to Pay');
  await waitFor(() => expect(findBodies('paidSubmitapplicationform')).toMatchObject([agreement]));
});

test('shows a changed notice, loses nothing, and the next press agrees to it', async () => {
  const changed = { status: 409, code: 'notice-changed', title: 'Changed.', privacy_notice: newerNotice };
  const { findBodies } = fakePortal({
    ...withDraft,
    saveapplicationform: ({ notice_version }) =>
      notice_version === newerNotice.version ? ok() : Response.json(changed, { status: 409 }),
  });
  const { clickButton, findField, person, readMessages } = openForm(<Application />);
  const name = await findField(/Name$/);
  await person.clear(name);
  await person.type(name, 'Sita');
  await clickButton('Save');

  const summary = await screen.findByText(newerNotice.summary_te);
  const notice = summary.closest('.notice');
  await waitFor(() => expect(notice?.textContent).toContain('వ్యక్తిగత వివరాల నోటీసు మారింది'));
  expect(document.activeElement?.contains(summary)).toBe(true);
  expect(name.value).toBe('Sita');
  expect(readMessages()).toEqual(['Changed.']);

  await clickButton('Save');
  await waitFor(() => expect(findBodies('saveapplicationform')).toHaveLength(2));
  expect(findBodies('saveapplicationform')[1]).toMatchObject({ name: 'Sita', notice_version: 2 });
});

test('says that a notice has changed since an earlier agreement', async () => {
  fakePortal({
    getexamination: () => ({
      status: 200,
      data: [{ ...examination, amount: 100, privacy_notice: newerNotice }],
    }),
    getconsents: () => ({
      status: 200,
      data: [{ notice_id: '2024', version: 1, agreed: true, at: '2026-10-01T05:00:00.000Z' }],
    }),
  });
  openForm(<Application />);
  await screen.findByText('01-10-2026');
  const status = (await screen.findByText(newerNotice.summary_te))
    .closest('.notice')
    ?.querySelector('[role=status]');
  expect(status?.textContent).toBe('మీరు 01-10-2026న అంగీకరించాక ఈ నోటీసు మారింది. దయచేసి చదివి కొనసాగండి.');
});
