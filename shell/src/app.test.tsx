import './locales/catalogs.ts';
import { sendNotice, type User } from '@archaka/platform';
import { coreApi, portalStore, showUser, showVisitor } from '@archaka/platform/shell';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from './app.tsx';
import { createSliceStore } from './slices/slice-store.ts';

const applicant: User = { id: 'u1', number: '9000000000', name: 'శ్రీనివాస' };

const SignIn = ({ place }: { place: string }) => <p>sign in, {place}</p>;
const UserMenu = ({ user }: { user: User }) => <p>menu of {user.name}</p>;
const Application = () => <p>the form</p>;
const History = () => <p>the history</p>;
const PaymentStatus = () => <p>the receipt</p>;
const door = { SignIn, UserMenu, Application, History, PaymentStatus };

const manifest = { metaData: { remoteEntry: { name: 'remoteEntry.js' } }, exposes: [] };
const registry = Object.fromEntries(
  ['mf-auth', 'mf-application', 'mf-history'].map((name) => [
    name,
    { version: '1', entry: `/slices/${name}/1/mf-manifest.json`, manifest, integrity: {} },
  ]),
);

/** Whether the server knows a session. */
let session: User | undefined;

beforeEach(() => {
  session = undefined;
  portalStore.dispatch(coreApi.util.resetApiState());
  showVisitor();
  window.scrollTo = () => undefined;
  window.matchMedia = () => ({ matches: false }) as MediaQueryList;
  Element.prototype.scrollIntoView = () => undefined;
  Object.assign(globalThis, { EventSource: class extends EventTarget {} });
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: () => new Promise(() => undefined) },
  });
  globalThis.fetch = async (address) => {
    if (String(address).endsWith('/session')) {
      return session ? Response.json({ status: 200, data: [session] }) : Response.json({}, { status: 401 });
    }
    return Response.json({ status: 200, data: [] });
  };
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

function open(path: string) {
  history.replaceState(null, '', path);
  const script = document.createElement('script');
  script.id = 'slices';
  script.type = 'application/json';
  script.textContent = JSON.stringify({ slices: registry });
  document.body.append(script);
  const slices = createSliceStore({ load: async () => door, prefetch: () => undefined });
  return render(<App slices={slices} />);
}

test('when a visitor comes, then sign-in is there and nothing of an applicant’s', async () => {
  open('/');
  expect(await screen.findByText('sign in, page')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Application History/ })).toBeNull();
  expect(screen.queryByText('the form')).toBeNull();
});

test('when a visitor asks to edit, then the portal says whom it needs', async () => {
  open('/');
  await userEvent.click(screen.getByRole('button', { name: /Edit Application/ }));
  expect(await screen.findByText('Please Login', { selector: '.toast *' })).toBeTruthy();
});

test('when a visitor opens the history, then the login stands in its place', async () => {
  open('/ticket');
  expect(await screen.findByText('Please Login', { selector: 'main *' })).toBeTruthy();
  expect(await screen.findByText('sign in, page')).toBeTruthy();
  expect(screen.queryByText('the history')).toBeNull();
});

test('when the session is known, then menu, form and history are the applicant’s', async () => {
  session = applicant;
  open('/');
  expect(await screen.findByText('the form')).toBeTruthy();
  expect(screen.getByText('menu of శ్రీనివాస')).toBeTruthy();
  expect(localStorage.getItem('usr_id')).toBe('u1');
  await userEvent.click(screen.getByRole('link', { name: /Application History/ }));
  expect(await screen.findByText('the history')).toBeTruthy();
  expect(document.title).toContain('Application History');
});

test('when what is remembered is no session any more, then the page is a visitor’s', async () => {
  showUser(applicant);
  open('/');
  expect(await screen.findByText('sign in, page')).toBeTruthy();
  await waitFor(() => expect(localStorage.getItem('usr_id')).toBeNull());
});

test('when a call is refused for want of a session, then sign-in comes in place and goes when it is done', async () => {
  session = applicant;
  open('/');
  await screen.findByText('the form');
  act(() => sendNotice('sign-in-needed', undefined));
  const dialog = await screen.findByRole('dialog', { name: /Sign-In/ });
  expect(await within(dialog).findByText('sign in, dialog')).toBeTruthy();
  act(() => sendNotice('signed-in', applicant));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('the form')).toBeTruthy();
});

test('when an address is no page, then the way home is there', async () => {
  open('/nothing');
  expect(await screen.findByText('There is no such page')).toBeTruthy();
  await userEvent.click(within(screen.getByRole('main')).getByRole('link', { name: /Home/ }));
  expect(await screen.findByRole('heading', { level: 1, name: /Archaka examinations 2024/ })).toBeTruthy();
});

test('when the page opens, then the startup loader goes after a second and a half', async () => {
  jest.spyOn(performance, 'now').mockReturnValue(1400);
  open('/termsandpolicy');
  expect(document.querySelector('.loader-startup')).not.toBeNull();
  await waitFor(() => expect(document.querySelector('.loader-startup')).toBeNull());
  jest.restoreAllMocks();
});
