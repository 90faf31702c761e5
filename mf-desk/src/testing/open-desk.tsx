import type { ScrutinyRules } from '@archaka/contracts/calls';
import examination from '@archaka/exams/2024.json' with { type: 'json' };
import { useLocation } from '@archaka/platform';
import { portalStore } from '@archaka/platform/shell';
import { fakeResponses, forgetExamination, PortalFrame, type Responses } from '@archaka/platform/testing';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Desk } from '../desk.tsx';
import { deskApi } from '../desk-api.ts';
import { StaffMenu } from '../features/sign-in/staff-menu.tsx';
import '../expose/app.tsx';
import { clerk } from './cases.ts';

export const scrutiny: ScrutinyRules = {
  checks: [
    {
      id: 'birth-date',
      paper: 'birth_certificate',
      field: 'dob',
      name: 'Date of birth agrees',
      name_te: 'పుట్టిన తేదీ సరిపోతుంది',
    },
    { id: 'photo-person', paper: 'image', name: 'Of one person', name_te: 'ఒక్కరిది' },
  ],
  reasons: [
    {
      id: 'dob-differs',
      verdict: 'correction',
      field: 'dob',
      name: 'The date differs from the certificate',
      name_te: 'తేదీ పత్రంలో వేరుగా ఉంది',
      needs_note: false,
    },
    {
      id: 'name-differs',
      verdict: 'correction',
      field: 'name',
      name: 'The name differs from the certificate',
      name_te: 'పేరు పత్రంలో వేరుగా ఉంది',
      needs_note: true,
    },
    {
      id: 'not-entitled',
      verdict: 'rejected',
      field: 'previous_certificate',
      name: 'The level before was not passed',
      name_te: 'ముందు స్థాయి ఉత్తీర్ణత లేదు',
      needs_note: false,
    },
  ],
  correction_days: 14,
  second_look_percent: 10,
  ticket: 'kept',
};

const districts = [
  { id: 6, distrct_nm: 'Chittoor', distrct_nm_te: 'చిత్తూరు' },
  { id: 9, distrct_nm: 'Guntur', distrct_nm_te: 'గుంటూరు' },
];

export const paper = (type = 'image/jpeg') => new Response('paper', { headers: { 'content-type': type } });

const defaultResponses: Responses = {
  getexamination: () => ({ status: 200, data: [{ ...examination, scrutiny, amount: 100 }] }),
  getscrutinyrules: () => ({ status: 200, data: [scrutiny] }),
  getdistrict: () => ({ status: 200, data: districts }),
  getsigninways: () => ({ status: 200, data: [{ department: false }] }),
  getstaffsession: () => ({ status: 200, data: [clerk] }),
  getscrutinyqueues: () => ({ status: 200, data: [] }),
  releasecase: () => ({ status: 200 }),
};

export const buildProblem = (status: number, { code, title }: { code: string; title: string }): Response =>
  Response.json({ type: 'about:blank', status, code, title }, { status });
export const signedOut = () => buildProblem(401, { code: 'signed-out', title: 'Please sign in.' });

/** Who is signed in. */
export const as = (...roles: readonly string[]): Responses => ({
  getstaffsession: () => ({ status: 200, data: [{ ...clerk, roles }] }),
});

/** Answers the desk's requests, with overrides; every paper is a picture unless it is overridden. */
export const fakeDesk = (responses: Responses = {}) =>
  fakeResponses(
    { ...defaultResponses, ...responses },
    {
      intercept: (path) =>
        path.startsWith('desk/cases/') && !(path in responses) ? Promise.resolve(paper()) : undefined,
    },
  );

/** The address of the desk as the browser shows it, with the state of the history's entry. */
const Address = () => {
  const { pathname, search, state } = useLocation();
  return (
    <output data-testid="address" data-state={JSON.stringify(state)}>
      {pathname + search}
    </output>
  );
};

/** Opens the desk at an address and returns the actions of a clerk. */
export function openDesk(at = '/desk') {
  // jsdom has no layout and no files.
  HTMLElement.prototype.scrollIntoView ??= () => undefined;
  URL.createObjectURL = () => 'blob:paper';
  URL.revokeObjectURL = () => undefined;
  const person = userEvent.setup({ delay: null });
  render(
    <PortalFrame at={at} language="en">
      <StaffMenu />
      <Desk />
      <Address />
    </PortalFrame>,
  );
  return {
    person,
    type: (keys: string) => person.keyboard(keys),
    readAddress: () => screen.getByTestId('address').textContent,
    readHistoryState: (): unknown => JSON.parse(screen.getByTestId('address').dataset.state ?? 'null'),
    /** Sends the decision that is open. */
    sendDecision: async () => {
      const form = await waitFor(() => document.querySelector('.decision-form') ?? Promise.reject());
      await person.click(form.querySelector('[type="submit"]') as HTMLElement);
    },
    clickButton: async (name: RegExp) => person.click(await screen.findByRole('button', { name })),
  };
}

/** Leaves the desk like a reload. */
export function closeDesk(): void {
  cleanup();
  portalStore.dispatch(deskApi.util.resetApiState());
  forgetExamination();
  localStorage.clear();
}
