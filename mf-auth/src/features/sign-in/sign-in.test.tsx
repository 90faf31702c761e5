import '../../expose/app.tsx';
import { pbkdf2Sync, webcrypto } from 'node:crypto';
import type { Challenge, ProofOfWork } from '@archaka/contracts/calls';
import { portalStore, showUser, showVisitor } from '@archaka/platform/shell';
import { PortalFrame, startTranslator } from '@archaka/platform/testing';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SignIn } from './sign-in.tsx';

/** The services' next responses by call name. */
let responses: Record<string, () => Response>;
const requests: { call: string; body: Record<string, unknown> }[] = [];

const problem = (status: number, headers = {}, body: object = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
const technical = ['90000 00003'];

beforeEach(() => {
  requests.length = 0;
  responses = {
    getexamination: () => Response.json({ status: 200, data: [{ contacts: { technical } }] }),
    websiteloginotp: () => Response.json({ status: 200 }),
    submitsignup: () => Response.json({ status: 200 }),
    submitwithotp: () => Response.json({ status: 420, message: 'Enter the valid Otp' }),
  };
  globalThis.fetch = async (address, init) => {
    const call = String(address).split('/').at(-1) ?? '';
    requests.push({ call, body: JSON.parse(String(init?.body ?? '{}')) });
    return responses[call]?.() ?? problem(404);
  };
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  showVisitor();
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'OTPCredential');
});

const renderSignIn = () =>
  render(
    <PortalFrame>
      <SignIn place="dialog" />
    </PortalFrame>,
  );
const button = (name: RegExp) => screen.getByRole('button', { name });
const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });

async function requestOtp(user = userEvent.setup()) {
  renderSignIn();
  await user.type(box(/Mobile number/), '9848012345');
  await user.click(button(/Request For OTP/));
  return screen.findByRole<HTMLInputElement>('textbox', { name: /One-time password/ });
}

test("focuses the OTP's box when the OTP was sent, with the phone's autofill", async () => {
  const otp = await requestOtp();
  await waitFor(() => expect(document.activeElement).toBe(otp));
  expect(otp.autocomplete).toBe('one-time-code');
  expect(box(/Mobile number/).readOnly).toBe(true);
});

test('goes on while the browser translates the page, and shows each new word', async () => {
  const stop = startTranslator();
  try {
    const otp = await requestOtp();
    expect(screen.queryByRole('button', { name: /Request For OTP/ })).toBeNull();
    await userEvent.type(otp, '123');
    await userEvent.click(button(/Sign-In/));
    expect(await screen.findByText('Enter the valid Otp')).toBeTruthy();
    await userEvent.type(otp, '4');
    await userEvent.click(button(/Sign-In/));
    await waitFor(() => expect(requests.filter(({ call }) => call === 'submitwithotp')).toHaveLength(1));
    cleanup();
  } finally {
    stop();
  }
});

test('prefills the number of an ended session', () => {
  showUser({ id: 'u1', number: '9848012345', name: 'Sita' });
  renderSignIn();
  expect(box(/Mobile number/).value).toBe('9848012345');
});

test('shows in place what to do when a sign-in or sign-up request failed', async () => {
  responses.submitwithotp = () => problem(503);
  const otp = await requestOtp();
  await userEvent.type(otp, '1234');
  await userEvent.click(button(/Sign-In/));
  expect(await screen.findByText(/మీరు ఇంకా లాగిన్ కాలేదు/)).toBeTruthy();
});

test('allows another OTP request only after half a minute', async () => {
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await requestOtp(user);
  expect(screen.queryByRole('button', { name: /Send the OTP again/ })).toBeNull();
  for (let second = 0; second < 30; second += 1) await act(async () => void jest.advanceTimersByTime(1000));
  await user.click(button(/Send the OTP again/));
  await waitFor(() => expect(requests.filter(({ call }) => call === 'websiteloginotp')).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole('button', { name: /Send the OTP again/ })).toBeNull());
});

test('states what to do and whom to call when no SMS arrives', async () => {
  await requestOtp();
  const help = screen.getByText('No SMS came?').closest('details') as HTMLElement;
  expect(within(help).getByRole('link', { name: '90000 00003', hidden: true }).getAttribute('href')).toBe(
    'tel:9000000003',
  );
});

test('reports an outage of the SMS service as an error, in place too, and retains the number [S-8.4]', async () => {
  responses.websiteloginotp = () => problem(503);
  renderSignIn();
  await userEvent.type(box(/Mobile number/), '9848012345');
  await userEvent.click(button(/Request For OTP/));
  expect(await screen.findByText(/SMS సేవ లేదా కనెక్షన్/)).toBeTruthy();
  expect(portalStore.getState().messages.toasts.at(-1)?.message).toBe('error');
  expect(box(/Mobile number/).value).toBe('9848012345');
  expect(screen.queryByRole('textbox', { name: /One-time password/ })).toBeNull();
});

test('states on the page when to retry after too many requests', async () => {
  responses.websiteloginotp = () => problem(429, { 'retry-after': '600' });
  renderSignIn();
  await userEvent.type(box(/Mobile number/), '9848012345');
  await userEvent.click(button(/Request For OTP/));
  expect(await screen.findByText(/10 నిమిషాల/)).toBeTruthy();
});

test('shows the message at the box of a rejected number or a wrong OTP [S-8.3]', async () => {
  responses.websiteloginotp = () =>
    Response.json({ status: 420, message: 'This mobile Number Not registered' });
  renderSignIn();
  await userEvent.type(box(/Mobile number/), '9848012345');
  await userEvent.click(button(/Request For OTP/));
  expect(await screen.findByText('This mobile Number Not registered')).toBeTruthy();
  expect(box(/Mobile number/).getAttribute('aria-invalid')).toBe('true');

  responses.websiteloginotp = () => Response.json({ status: 200 });
  await userEvent.click(button(/Request For OTP/));
  const otp = await screen.findByRole<HTMLInputElement>('textbox', { name: /One-time password/ });
  await userEvent.type(otp, '1234');
  await userEvent.click(button(/Sign-In/));
  expect(await screen.findByText('Enter the valid Otp')).toBeTruthy();
  expect(otp.value).toBe('');
});

test('fills in the OTP when the browser reads the SMS', async () => {
  Object.assign(globalThis, { OTPCredential: class {} });
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { get: async () => ({ code: '4321' }) },
  });
  const otp = await requestOtp();
  await waitFor(() => expect(otp.value).toBe('4321'));
});

test('prefills the number after a sign-up and removes earlier errors', async () => {
  responses.websiteloginotp = () =>
    Response.json({ status: 420, message: 'This mobile Number Not registered' });
  renderSignIn();
  await userEvent.type(box(/Mobile number/), '9848012345');
  await userEvent.click(button(/Request For OTP/));
  await screen.findByText('This mobile Number Not registered');

  await userEvent.click(button(/Sign-Up/));
  const dialog = await screen.findByRole('dialog', { name: /Sign-Up/ });
  expect(document.activeElement).toBe(within(dialog).getByRole('textbox', { name: /Name$/ }));
  await userEvent.click(within(dialog).getByRole('button', { name: /Sign-Up/ }));
  expect(document.activeElement).toBe(within(dialog).getByRole('alert'));
  const person = [
    'Sita',
    'sita@example.in',
    '9848099999',
    '1 Street',
    'Temple',
    'Tank',
    'Tirupati',
    '517501',
  ];
  const boxes = within(dialog).getAllByRole<HTMLInputElement>('textbox');
  expect(boxes[2]?.value).toBe('9848012345');
  await userEvent.clear(boxes[2] as HTMLInputElement);
  for (const [at, text] of person.entries()) await userEvent.type(boxes[at] as HTMLElement, text);
  await userEvent.click(within(dialog).getByRole('button', { name: /Sign-Up/ }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(box(/Mobile number/).value).toBe('9848099999');
  expect(screen.queryByText('This mobile Number Not registered')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(box(/Mobile number/)));
});

/** A challenge whose solution is the fourth key, and that key. */
function easyChallenge(): { challenge: Challenge; derivedKey: string } {
  const [nonce, salt, cost] = ['00112233445566778899aabbccddeeff', 'ffeeddccbbaa99887766554433221100', 10];
  const password = Buffer.concat([Buffer.from(nonce, 'hex'), Buffer.from([0, 0, 0, 3])]);
  const derivedKey = pbkdf2Sync(password, Buffer.from(salt, 'hex'), cost, 32, 'sha256').toString('hex');
  const [keyPrefix, keyLength, algorithm] = [derivedKey.slice(0, 32), 32, 'PBKDF2/SHA-256'] as const;
  const rest = { keySignature: 'of the service', expiresAt: 2_000_000_000, data: { level: 1 } };
  const parameters = { algorithm, nonce, salt, cost, keyLength, keyPrefix, ...rest };
  return { challenge: { parameters, signature: 'of the service' }, derivedKey };
}

test('solves the challenge automatically and repeats the request', async () => {
  Object.defineProperty(globalThis, 'crypto', { configurable: true, value: webcrypto });
  const { challenge, derivedKey } = easyChallenge();
  const challengeResponse = () => problem(428, {}, { status: 428, code: 'challenge', challenge });
  responses.websiteloginotp = () =>
    requests.filter(({ call }) => call === 'websiteloginotp').length === 1
      ? challengeResponse()
      : Response.json({ status: 200 });
  await requestOtp();
  const [, secondRequest] = requests.filter(({ call }) => call === 'websiteloginotp');
  const proof = JSON.parse(atob(String(secondRequest?.body.proof))) as ProofOfWork;
  expect(secondRequest?.body.number).toBe('9848012345');
  expect(proof).toEqual({ challenge, solution: { counter: 3, derivedKey } });
});

/** The sign-up of another phone. */
const signUp = {
  name: 'Sita',
  email: 'sita@example.in',
  number: '9848012345',
  address: '1 Street',
  devasthanam: 'Temple',
  landmark: 'Tank',
  town: 'Tirupati',
  pincode: '517501',
};

test('shows the data of a sign-up from another phone and nothing else, and signs in with what is confirmed', async () => {
  const user = { id: 'u1', number: signUp.number, name: signUp.name };
  responses.submitwithotp = () => Response.json({ status: 200, data: [{ ...user, to_confirm: signUp }] });
  responses.confirmsignup = () => Response.json({ status: 421, message: 'Email Already Exists' });
  const otp = await requestOtp();
  await userEvent.type(otp, '1234');
  await userEvent.click(screen.getByRole('checkbox', { name: /నా సొంత ఫోన్/ }));
  await userEvent.click(button(/Sign-In/));
  expect(await screen.findByText(/ఈ వివరాలు మీవేనా/)).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: /One-time password/ })).toBeNull();
  expect(localStorage.getItem('usr_id')).toBeNull();
  const boxes = screen.getAllByRole<HTMLInputElement>('textbox');
  expect(boxes.map(({ value }) => value)).toEqual(Object.values(signUp));
  expect(box(/Mobile number/).readOnly).toBe(true);

  await userEvent.clear(box(/Name$/));
  await userEvent.type(box(/Name$/), 'Rama');
  await userEvent.click(button(/Confirm my details/));
  expect((await screen.findAllByText('Email Already Exists')).length).toBeGreaterThan(0);
  responses.confirmsignup = () => Response.json({ status: 200, data: [{ ...user, name: 'Rama' }] });
  await userEvent.click(button(/Confirm my details/));
  await waitFor(() => expect(localStorage.getItem('usr_id')).toBe('u1'));
  expect(requests.at(-1)).toMatchObject({
    call: 'confirmsignup',
    body: { ...signUp, name: 'Rama' },
  });
});

test('asks for the number again when the data were confirmed on another phone meanwhile', async () => {
  const user = { id: 'u1', number: signUp.number, name: signUp.name };
  responses.submitwithotp = () => Response.json({ status: 200, data: [{ ...user, to_confirm: signUp }] });
  responses.confirmsignup = () => Response.json({ status: 420, message: 'Enter the valid Otp' });
  await userEvent.type(await requestOtp(), '1234');
  await userEvent.click(button(/Sign-In/));
  await screen.findByText(/ఈ వివరాలు మీవేనా/);
  await userEvent.click(button(/Confirm my details/));
  await waitFor(() => expect(button(/Request For OTP/)).toBeTruthy());
});

test.each([
  ['the fifth guess at an OTP is wrong', 5, undefined],
  ['an OTP was wrong too often, also in another tab', 1, () => problem(429, { 'retry-after': '540' })],
])('states in place what to do when %s', async (_when, guesses, response) => {
  if (response) responses.submitwithotp = response;
  const otp = await requestOtp();
  for (let guess = 1; guess <= guesses; guess += 1) {
    expect(screen.queryByText(/క్రింద కొత్త OTP అడగండి/)).toBeNull();
    await userEvent.type(otp, '1234');
    await userEvent.click(button(/Sign-In/));
    await waitFor(() => expect(otp.value).toBe(''));
  }
  expect(await screen.findByText(/క్రింద కొత్త OTP అడగండి/)).toBeTruthy();
  expect(screen.queryByText(/సెకన్ల తర్వాత/)).toBeNull();
  expect(button(/Send the OTP again/)).toBeTruthy();

  responses.websiteloginotp = () => problem(429, { 'retry-after': '600' });
  await userEvent.click(button(/Send the OTP again/));
  expect((await screen.findAllByText(/10 నిమిషాల తర్వాత/)).length).toBe(2);
  expect(screen.queryByRole('button', { name: /Send the OTP again/ })).toBeNull();
});

test('requests one more OTP automatically and says so, when the right one was not enough', async () => {
  responses.submitwithotp = () => problem(428, {}, { status: 428, code: 'another-password' });
  const otp = await requestOtp();
  await userEvent.type(otp, '1234');
  await userEvent.click(button(/Sign-In/));
  expect(await screen.findByText(/అదే నంబరుకు మరో OTP పంపాం/)).toBeTruthy();
  expect(requests.filter(({ call }) => call === 'websiteloginotp')).toHaveLength(2);
  expect(otp.value).toBe('');
});

test.each([
  ['is left empty', false],
  ['is ticked', true],
])('requests a session for the own device as chosen when its box %s', async (_what, own) => {
  const otp = await requestOtp();
  const ownDevice = screen.getByRole<HTMLInputElement>('checkbox', { name: /నా సొంత ఫోన్/ });
  expect(ownDevice.checked).toBe(false);
  if (own) await userEvent.click(ownDevice);
  await userEvent.type(otp, '1234');
  await userEvent.click(button(/Sign-In/));
  await waitFor(() => expect(requests.at(-1)?.call).toBe('submitwithotp'));
  expect(requests.at(-1)?.body.own_device).toBe(own);
});
