import '../../expose/app.tsx';
import { PortalFrame } from '@archaka/platform/testing';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { UserMenu } from '../sign-out/user-menu.tsx';

const calls: string[] = [];
/** Whether the account gets messages by SMS. */
let hasTexts: boolean;
let canStore: boolean;
const rows = [
  {
    signed_in_at: '2026-11-23T04:30:00.000Z',
    last_used_at: '2026-11-23T05:00:00.000Z',
    browser: 'Chrome',
    system: 'Android',
    own_device: true,
    is_current: true,
  },
  {
    signed_in_at: '2026-11-20T04:30:00.000Z',
    browser: '',
    system: '',
    own_device: false,
    is_current: false,
  },
];

beforeEach(() => {
  calls.length = 0;
  hasTexts = true;
  canStore = true;
  globalThis.fetch = async (address, init) => {
    const call = String(address).split('/').at(-1) ?? '';
    calls.push(call);
    if (call === 'getsessions') return Response.json({ status: 200, data: rows });
    if (call === 'getmessagesettings')
      return Response.json({ status: 200, data: [{ application_texts: hasTexts }] });
    if (call !== 'setmessagesettings') return Response.json({ status: 200 });
    if (!canStore) return Response.json({ status: 503, code: 'part-down', title: 'Down' }, { status: 503 });
    hasTexts = JSON.parse(String(init?.body)).application_texts;
    return Response.json({ status: 200 });
  };
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const renderUserMenu = () =>
  render(
    <PortalFrame>
      <UserMenu user={{ id: 'u1', number: '9848012345', name: 'Sita' }} />
    </PortalFrame>,
  );

async function openDialog() {
  renderUserMenu();
  await userEvent.click(screen.getByRole('button', { name: /My sign-ins/ }));
  return screen.findByRole('dialog', { name: /My sign-ins/ });
}

test('shows the own sign-ins with time, device and state', async () => {
  const dialog = await openDialog();
  const [, first, second] = await within(dialog).findAllByRole('row');
  expect(first?.textContent).toMatch(/23-11-2026.*Androidలో Chrome.*ఇప్పుడు ఈ పరికరంలో/);
  expect(second?.textContent).toMatch(/20-11-2026.*తెలియని పరికరం.*లాగ్ అవుట్ అయింది/);
});

test('ends all sessions after a confirmation', async () => {
  const dialog = await openDialog();
  await userEvent.click(within(dialog).getByRole('button', { name: /Sign out everywhere/ }));
  expect(calls).not.toContain('endsessions');
  const question = await screen.findByRole('dialog', { name: /on every phone and computer/ });
  await userEvent.click(within(question).getByRole('button', { name: /Sign out everywhere/ }));
  await waitFor(() => expect(calls).toContain('endsessions'));
});

const findTextChoice = async () =>
  within(await openDialog()).findByRole<HTMLInputElement>('checkbox', { name: /నా దరఖాస్తు గురించి SMS/ });

test('turns messages off and on at once, and confirms it', async () => {
  const box = await findTextChoice();
  expect(box.checked).toBe(true);
  await userEvent.click(box);
  await waitFor(() => expect(box.checked).toBe(false));
  expect(hasTexts).toBe(false);
  expect(await screen.findByText(/మీ ఎంపికను భద్రపరిచాం/)).toBeTruthy();
  await userEvent.click(box);
  await waitFor(() => expect(box.checked).toBe(true));
  expect(hasTexts).toBe(true);
});

test('shows the previous choice when the new one could not be stored', async () => {
  const box = await findTextChoice();
  canStore = false;
  await userEvent.click(box);
  await waitFor(() => expect(box.getAttribute('aria-disabled')).toBe('false'));
  expect(box.checked).toBe(true);
  expect(screen.queryByText(/మీ ఎంపికను భద్రపరిచాం/)).toBeNull();
});

test('extends the session of a user who makes no calls, at most every five minutes', async () => {
  jest.useFakeTimers();
  renderUserMenu();
  fireEvent.keyDown(document.body);
  expect(calls).toEqual([]);
  jest.setSystemTime(Date.now() + 6 * 60_000);
  fireEvent.keyDown(document.body);
  fireEvent.pointerDown(document.body);
  await waitFor(() => expect(calls).toEqual(['session']));
});
