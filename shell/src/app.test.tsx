import { type PublicExamination, sayError, sendNotice, type User } from '@archaka/platform/core';
import { showUser, showVisitor } from '@archaka/platform/shell';
import { forgetExamination } from '@archaka/platform/testing';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from './app.tsx';
import { SliceLoader } from './slices/slice-loader.ts';

const applicant: User = { id: 'u1', number: '9000000000', name: 'శ్రీనివాస' };

const SignIn = ({ place }: { place: string }) => <p>sign in, {place}</p>;
const UserMenu = ({ user }: { user: User }) => <p>menu of {user.name}</p>;
const Application = () => <p>the form</p>;
const History = () => <p>the history</p>;
const PaymentStatus = () => <p>the receipt</p>;
const exposedModule = { SignIn, UserMenu, Application, History, PaymentStatus };

const manifest = { metaData: { remoteEntry: { name: 'remoteEntry.js' } }, exposes: [] };
const registry = Object.fromEntries(
  ['mf-auth', 'mf-application', 'mf-history'].map((name) => [
    name,
    { version: '1', entry: `/slices/${name}/1/mf-manifest.json`, manifest, integrity: {} },
  ]),
);

/** Whether the server knows a session. */
let session: User | undefined;

const examination = {
  name: 'Archaka examinations 2031',
  name_te: 'అర్చక పరీక్షలు 2031',
  exam_types: [
    { id: 1, name: 'Pravesa', name_te: 'ప్రవేశ', previous_certificate: null },
    { id: 2, name: 'Vara', name_te: 'వర', previous_certificate: 'Pravesa' },
  ],
  opens: '2001-01-01T00:00:00+05:30',
  closes: '2099-12-31T23:59:59+05:30',
  edit_until: '2099-12-31T23:59:59+05:30',
  contacts: { example: false, office: '0866-1', phones: ['1'], technical: ['2'], email: 'a@b.example' },
  results: { example: false, year: '2019', links: [{ exam_type: 1, url: 'https://results.example/1' }] },
};
/** The examination that svc-application returns. */
let published: Partial<PublicExamination>;

beforeEach(() => {
  session = undefined;
  published = examination;
  forgetExamination();
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
    if (String(address).endsWith('/getexamination')) return Response.json({ status: 200, data: [published] });
    return Response.json({ status: 200, data: [] });
  };
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

function openPage(path: string) {
  history.replaceState(null, '', path);
  const script = document.createElement('script');
  script.id = 'slices';
  script.type = 'application/json';
  script.textContent = JSON.stringify({ slices: registry });
  document.body.append(script);
  const slices = new SliceLoader({ load: async () => exposedModule, prefetch: () => undefined });
  return render(<App slices={slices} />);
}

test('shows a visitor the sign-in and nothing of an applicant [S-2.25]', async () => {
  openPage('/');
  expect(await screen.findByText('sign in, page')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Application History/ })).toBeNull();
  expect(screen.queryByText('the form')).toBeNull();
});

test.each([['a visitor', undefined] as const, ['an applicant', applicant] as const])(
  "shows %s the department's notices at the top of the home page",
  async (_who, user) => {
    const [from, until] = ['2026-06-01T00:00:00.000Z', '2098-06-01T00:00:00.000Z'];
    published = { ...examination, notices: [{ id: 'n1', text: 'Closed', text_te: 'మూసి ఉంది', from, until }] };
    session = user;
    if (user) showUser(user);
    openPage('/');
    const notice = await screen.findByText('మూసి ఉంది');
    const form = document.querySelector('#application-form') as HTMLElement;
    expect(notice.compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  },
);

test('asks a visitor who edits to sign in [S-2.22] [S-8.13]', async () => {
  openPage('/');
  await userEvent.click(screen.getByRole('button', { name: /Edit Application/ }));
  expect(await screen.findByText('Please Login', { selector: '.toast *' })).toBeTruthy();
});

test("shows the login in place of a visitor's history [S-2.7]", async () => {
  openPage('/ticket');
  expect(await screen.findByText('Please Login', { selector: 'main *' })).toBeTruthy();
  expect(await screen.findByText('sign in, page')).toBeTruthy();
  expect(screen.queryByText('the history')).toBeNull();
});

test("shows an applicant's form and history with a session, and the menu of mf-auth once it is opened", async () => {
  session = applicant;
  showUser(applicant);
  openPage('/');
  expect(await screen.findByText('the form')).toBeTruthy();
  expect(screen.queryByText('menu of శ్రీనివాస')).toBeNull();
  await userEvent.click(screen.getByRole('button', { expanded: false }));
  expect(await screen.findByText('menu of శ్రీనివాస')).toBeTruthy();
  expect(localStorage.getItem('usr_id')).toBe('u1');
  await userEvent.click(
    within(screen.getByRole('banner')).getByRole('link', { name: /Application History/ }),
  );
  expect(await screen.findByText('the history')).toBeTruthy();
  expect(document.title).toContain('Application History');
});

test("shows a visitor's page when the remembered session has ended [S-6.6]", async () => {
  showUser(applicant);
  openPage('/');
  expect(await screen.findByText('sign in, page')).toBeTruthy();
  await waitFor(() => expect(localStorage.getItem('usr_id')).toBeNull());
});

test('shows the sign-in in place when a call lacks a session, and removes it afterwards [S-8.26]', async () => {
  session = applicant;
  openPage('/');
  await screen.findByText('the form');
  act(() => sendNotice('sign-in-needed', undefined));
  const dialog = await screen.findByRole('dialog', { name: /Sign-In/ });
  expect(await within(dialog).findByText('sign in, dialog')).toBeTruthy();
  act(() => sendNotice('signed-in', applicant));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('the form')).toBeTruthy();
});

test('keeps a failure on the page after its popup, with whom to call, until it is tried again', async () => {
  openPage('/');
  await screen.findByText('sign in, page');
  const pressed = jest.fn();
  const button = document.body.appendChild(document.createElement('button'));
  button.addEventListener('click', pressed);
  act(() => sayError({ kind: 'unexpected' }, { explains: true, button }));
  expect(screen.queryByText(/This could not be done/)).toBeNull();
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: /Close/ }));

  const [explanation] = screen.getAllByRole('alert');
  expect(explanation?.textContent).toMatch(/This could not be done.*మళ్ళీ ప్రయత్నించండి/);
  expect(within(explanation as HTMLElement).getByRole('link', { name: '2' })).toBeTruthy();
  await userEvent.click(within(explanation as HTMLElement).getByRole('button', { name: /Try again/ }));
  expect(pressed).toHaveBeenCalledTimes(1);
  expect(explanation?.textContent).toBe('');
});

test('announces the lack of a network politely while it lasts', () => {
  const setNetwork = (onLine: boolean) => {
    Object.defineProperty(navigator, 'onLine', { value: onLine, configurable: true });
    act(() => void dispatchEvent(new Event(onLine ? 'online' : 'offline')));
  };
  openPage('/termsandpolicy');
  const [notice] = within(screen.getByRole('main')).getAllByRole('status');
  expect(notice?.textContent).toBe('');
  setNetwork(false);
  expect(notice?.textContent).toContain('No network; what you typed is kept');
  setNetwork(true);
  expect(notice?.textContent).toBe('');
});

test('links to the home page from an unknown address [S-2.5]', async () => {
  openPage('/nothing');
  expect(await screen.findByText('There is no such page')).toBeTruthy();
  await userEvent.click(within(screen.getByRole('main')).getByRole('link', { name: /Home/ }));
  expect(
    await screen.findByRole('heading', { level: 1, name: /అర్చక పరీక్షలు 2031.*Archaka examinations 2031/ }),
  ).toBeTruthy();
});

test('removes the startup loader after a second and a half [S-2.30] [S-9.17]', async () => {
  jest.spyOn(performance, 'now').mockReturnValue(1400);
  openPage('/termsandpolicy');
  expect(document.querySelector('.loader-startup')).not.toBeNull();
  await waitFor(() => expect(document.querySelector('.loader-startup')).toBeNull());
  jest.restoreAllMocks();
});

test("shows name, levels, dates and results of another year's examination", async () => {
  openPage('/');
  expect(await screen.findByRole('heading', { name: /దరఖాస్తు ఫారం · అర్చక పరీక్షలు 2031/ })).toBeTruthy();
  expect(screen.getByText(/ప్రవేశ, వర పరీక్షలకు/)).toBeTruthy();
  expect(screen.getByRole('link', { name: /ప్రవేశ.*Pravesa/ }).getAttribute('href')).toBe(
    'https://results.example/1',
  );
  await waitFor(() => expect(document.title).toContain('Archaka examinations 2031'));
});

test('links to the results by roll number once the examination lists their papers', async () => {
  const page = openPage('/');
  await screen.findByRole('link', { name: /Pravesa/ });
  expect(screen.queryByRole('link', { name: /Find a result by roll number/ })).toBeNull();
  page.unmount();
  forgetExamination();
  const paper = { id: 'A', name: 'Agama', name_te: 'ఆగమం', max: 100, pass: 40 };
  published = { ...examination, result_papers: [paper] };
  openPage('/');
  const link = await screen.findByRole('link', { name: /Find a result by roll number/ });
  expect(link.getAttribute('href')).toBe('/results');
});

test.each([
  ['not open yet', { opens: '2098-06-01T00:00:00+05:30' }, 'Applications open on', '01-06-2098'],
  ['closed', { closes: '2002-06-30T23:59:59+05:30' }, 'Applications closed on', '30-06-2002'],
])('states the day and offers no form when applications are %s', async (_what, dates, title, day) => {
  published = { ...examination, ...dates };
  openPage('/');
  const [heading] = await screen.findAllByRole('heading', { level: 3, name: new RegExp(title) });
  expect(heading?.textContent).toContain(day);
  expect(screen.queryByRole('link', { name: /Apply|Please Login to apply/ })).toBeNull();
});

test('shows the last day, the form and the readiness check when applications are open', async () => {
  openPage('/');
  expect(await screen.findByText('31-12-2099', { selector: '.last-day *' })).toBeTruthy();
  expect(screen.getByRole('link', { name: /Apply$/ }).getAttribute('href')).toBe('/#login');
  expect(screen.getByRole('link', { name: /Am I ready/ }).getAttribute('href')).toBe('/ready');
});

test('links a visitor from the top of the page to requirements and dates', async () => {
  openPage('/');
  await userEvent.click(await screen.findByRole('link', { name: /Key dates/ }));
  expect(document.activeElement?.id).toBe('dates');
  expect(document.activeElement?.textContent).toMatch(/Last date to apply.*31-12-2099/);
  await userEvent.click(screen.getByRole('link', { name: /What is needed/ }));
  expect(document.activeElement?.id).toBe('notes');
});

test('scrolls again at a repeated press of a menu link, animated only where motion is welcome', async () => {
  const scrollBehaviors: unknown[] = [];
  Element.prototype.scrollIntoView = (options) =>
    void scrollBehaviors.push((options as ScrollIntoViewOptions).behavior);
  openPage('/');
  const about = screen.getByRole('link', { name: /About/ });
  await userEvent.click(about);
  window.matchMedia = () => ({ matches: true }) as MediaQueryList;
  await userEvent.click(about);
  expect(scrollBehaviors).toEqual(['instant', 'smooth']);
  expect(document.activeElement?.id).toBe('about');
});

test('folds a part below the form on phones only, and opens it from the menu', async () => {
  session = applicant;
  openPage('/');
  await screen.findByText('the form');
  expect(document.querySelector('#about details')).toHaveProperty('open', true);
  cleanup();
  window.matchMedia = () => ({ matches: true }) as MediaQueryList;
  openPage('/');
  await screen.findByText('the form');
  const about = document.querySelector('#about details');
  expect(about).toHaveProperty('open', false);
  await userEvent.click(screen.getByRole('link', { name: /About/ }));
  expect(about).toHaveProperty('open', true);
});

test('opens the menu by its button, and closes it by Escape with the focus on the button, and by a choice', async () => {
  openPage('/');
  const button = screen.getByRole('button', { name: /Menu/ });
  const menu = document.getElementById(button.getAttribute('aria-controls') ?? '') as HTMLElement;
  const isOpen = () => [button.getAttribute('aria-expanded'), menu.closest('.menu-open') !== null];
  expect(isOpen()).toEqual(['false', false]);

  await userEvent.click(button);
  expect(isOpen()).toEqual(['true', true]);
  await userEvent.tab();
  await userEvent.keyboard('{Escape}');
  expect(isOpen()).toEqual(['false', false]);
  expect(document.activeElement).toBe(button);

  await userEvent.click(button);
  await userEvent.click(within(menu).getByRole('link', { name: /About/ }));
  expect(isOpen()).toEqual(['false', false]);

  await userEvent.click(button);
  await userEvent.click(screen.getByRole('heading', { level: 1 }));
  expect(isOpen()).toEqual(['false', false]);
});

test('opens the policies at the requested one, with the focus on it', async () => {
  openPage('/termsandpolicy#refund');
  expect(await screen.findByText(/ఒకసారి నమోదు చేస్తే అదే తుది/)).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.id).toBe('refund'));
});

test('switches the language of sentences and the order of labels, and remembers it', async () => {
  openPage('/termsandpolicy');
  await screen.findByText(/ఒకసారి నమోదు చేస్తే అదే తుది/);
  // At a first visit both are offered, and the second is shown until one is chosen.
  expect(document.documentElement.hasAttribute('data-both-languages')).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'English' }));
  expect(document.documentElement.hasAttribute('data-both-languages')).toBe(false);
  expect(await screen.findByText(/Registrations are final/)).toBeTruthy();
  expect(screen.queryByText(/ఒకసారి నమోదు చేస్తే అదే తుది/)).toBeNull();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Privacy.*గోప్యతా/);
  expect(document.documentElement.lang).toBe('en');
  expect(document.cookie).toContain('language=en');
  await userEvent.click(screen.getByRole('button', { name: 'తెలుగు' }));
  expect(document.documentElement.lang).toBe('te');
  await userEvent.click(screen.getByRole('button', { name: /Both languages/ }));
  expect(document.documentElement.hasAttribute('data-both-languages')).toBe(true);
});
