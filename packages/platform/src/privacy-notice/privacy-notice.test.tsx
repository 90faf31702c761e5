import type { PrivacyNotice as Notice, PublicExamination } from '@archaka/contracts/calls';
import type { Language } from '@archaka/ui';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { primeExamination } from '../examination/examination.ts';
import { showUser, showVisitor } from '../session/session.ts';
import { forgetExamination, PortalFrame } from '../testing/portal-frame.tsx';
import { AgreementHint, PrivacyNotice, replaceNotice, useAgreement } from './privacy-notice.tsx';

const part = (title: string) => ({
  title,
  title_te: `${title} తె`,
  text: `${title} in English`,
  text_te: `${title} తెలుగులో`,
});
const notice: Notice = {
  version: 3,
  summary: 'How we use your details',
  summary_te: 'మీ వివరాలు ఎలా వాడతాం',
  agreement: 'By pressing you agree to the notice of version',
  agreement_te: 'నొక్కితే ఈ నోటీసుకు అంగీకరిస్తారు: సవరణ',
  parts: {
    what: part('What'),
    why: part('Why'),
    aadhaar: part('Aadhaar'),
    how_long: part('How long'),
    who_sees: part('Who'),
    whom_to_ask: part('Whom'),
  },
};
const contacts = { office: '0866-2400000', email: 'office@archaka.example' };
const toExamination = (privacy_notice?: Notice) =>
  ({ examine_year: '2024', privacy_notice, contacts }) as PublicExamination;
const AT = '2026-10-01T05:00:00.000Z';
const buildConsent = (changes: object = {}) => ({
  notice_id: '2024',
  version: 2,
  agreed: true,
  at: AT,
  how: 'draft',
  ...changes,
});

/** The services' consents by call. */
let consents: Record<string, object[]>;
const requests: string[] = [];

beforeEach(() => {
  primeExamination(toExamination(notice));
  consents = {};
  requests.length = 0;
  globalThis.fetch = async (address) => {
    const call = String(address).split('/').at(-1) ?? '';
    requests.push(call);
    return Response.json({ status: 200, data: consents[call] ?? [] });
  };
});
afterEach(() => {
  cleanup();
  showVisitor();
  forgetExamination();
});

function Form() {
  return (
    <>
      <PrivacyNotice />
      <AgreementHint id="agreement" />
      <button type="button" aria-describedby="agreement">
        Send {JSON.stringify(useAgreement())}
      </button>
    </>
  );
}
/** Resolves once it is known whether the notice has changed. */
async function openForm(language: Language = 'en') {
  render(
    <PortalFrame language={language}>
      <Form />
    </PortalFrame>,
  );
  return screen.findByRole('status');
}
async function openFormSignedIn() {
  showUser({ id: 'u1', number: '9848012345', name: 'Sita' });
  const status = await openForm();
  await waitFor(() => expect(requests.toSorted()).toEqual(['getconsents', 'getsignupconsents']));
  return status;
}
const findDetails = () => screen.getByRole('group') as HTMLDetailsElement;
function unfold(): void {
  findDetails().open = true;
  fireEvent(findDetails(), new Event('toggle'));
}
const readDescription = () => document.getElementById('agreement')?.textContent;

test.each([
  ['te', 'మీ వివరాలు ఎలా వాడతాం', 'తెలుగులో', 'నొక్కితే ఈ నోటీసుకు అంగీకరిస్తారు: సవరణ 3'],
  ['en', 'How we use your details', 'in English', 'you agree to the notice of version 3'],
] as const)(
  'shows two lines in %s, and all of it in order when unfolded',
  async (language, summary, text, agreed) => {
    await openForm(language);
    expect(findDetails().textContent).toBe(summary);
    unfold();
    const values = [...document.querySelectorAll('dd')].map((value) => value.textContent);
    expect(values).toEqual(
      ['What', 'Why', 'Aadhaar', 'How long', 'Who', 'Whom'].map((title) => `${title} ${text}`),
    );
    expect(screen.getByRole('link', { name: contacts.office }).getAttribute('href')).toBe('tel:08662400000');
    expect(screen.getByRole('link', { name: contacts.email })).toBeTruthy();
    expect(readDescription()).toContain(agreed);
    expect(screen.getByRole('button').textContent).toContain(
      JSON.stringify({ notice_version: 3, notice_language: language }),
    );
  },
);

test.each(['getconsents', 'getsignupconsents'])(
  'says that it has changed since an earlier agreement in %s',
  async (call) => {
    consents[call] = [buildConsent({ version: 1 }), buildConsent()];
    const status = await openFormSignedIn();
    await waitFor(() => expect(status.textContent).toContain('has changed since you agreed on 01-10-2026'));
    expect(findDetails().open).toBe(false);
  },
);

test.each([
  ['the current version is agreed to beside it', [buildConsent(), buildConsent({ version: 3 })]],
  ['the earlier version was not agreed to', [buildConsent({ agreed: false })]],
  ['the agreement was to another examination', [buildConsent({ notice_id: '2023' })]],
])('does not say that it has changed when %s', async (_when, data) => {
  consents.getconsents = data;
  const status = await openFormSignedIn();
  await act(async () => undefined);
  expect(status.textContent).toBe('');
});

test('requests no agreements of a visitor', async () => {
  await openForm();
  expect(requests).toEqual([]);
});

test('unfolds a replaced notice, says so and takes the focus, and the next press agrees to it', async () => {
  const status = await openForm();
  expect(status.textContent).toBe('');
  const newer = { ...notice, version: 4, summary: 'What is new' };
  act(() => void replaceNotice({ kind: 'invalid', notice: newer }));
  expect(status.textContent).toMatch(/The notice on personal data has changed/);
  expect(findDetails().open).toBe(true);
  expect(document.activeElement?.textContent).toBe('What is new');
  expect(readDescription()).toContain('version 4');
  expect(screen.getByRole('button').textContent).toContain('"notice_version":4');
});

test('is absent, without an agreement, for an examination without a notice', () => {
  primeExamination(toExamination());
  render(<Form />, { wrapper: PortalFrame });
  expect(screen.queryByRole('group')).toBeNull();
  expect(readDescription()).toBeUndefined();
  expect(screen.getByRole('button').textContent).toBe('Send {}');
});
