import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@archaka/contracts';
import { buildApplicant, buildSignUp, type RunningService, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { createStateReader } from './support/personal-state.ts';
import { createTestBrowser } from './support/test-browser.ts';

/** Of each pair: without a revision of the account, one of them loses a write. */
const ROUNDS = 3;

let auth: RunningService;
let readState: Awaited<ReturnType<typeof createStateReader>>;
beforeAll(async () => {
  auth = await startService('svc-auth');
  readState = await createStateReader(auth, await auth.environment.openDatabase('auth'));
});
afterAll(() => auth?.environment.close());

/** A signed-in person, who is about to change number and e-mail. */
async function createPerson() {
  const browser = createTestBrowser(() => auth);
  const person = await browser.createNewcomer();
  const sessionId = await browser.openSession(person.number);
  const exchanged = (await (await browser.exchange(sessionId, 'svc-auth')).json()) as {
    data: [{ token: string }];
  };
  const [{ token }] = exchanged.data;
  const headers = { authorization: `Bearer ${token}` };
  const { number: _number, ...account } = buildSignUp(person);
  return {
    id: String(decodeJwt(token).sub),
    browser,
    number: person.number,
    newNumber: buildApplicant().number,
    account: account as Readonly<Record<string, string>>,
    call: async (name: string, body: object) => (await browser.post(name, body, headers)).text(),
  };
}
type Person = Awaited<ReturnType<typeof createPerson>>;
type Send = () => Promise<unknown>;

const correct =
  (changes: object) =>
  async ({ call, account }: Person): Promise<Send> =>
  () =>
    call('correctaccount', { ...account, ...changes });

/** Writing calls of a signed-in person. Each is prepared first, so that only the calls themselves meet. */
const WRITES: Readonly<Record<string, (person: Person) => Promise<Send>>> = {
  correctaccount: correct({ name: 'Rama', town: 'Nellore' }),
  'correctaccount, e-mail': ({ call, account }) =>
    Promise.resolve(() => call('correctaccount', { ...account, email: `new.${account.email}` })),
  changenumber: async ({ call, browser, number, newNumber }) => {
    await call('requestnumberchange', { number: newNumber });
    const [old_otp, otp] = [await browser.readNewestOtp(number), await browser.readNewestOtp(newNumber)];
    return () => call('changenumber', { number: newNumber, old_otp, otp });
  },
  setmessagesettings:
    async ({ call }) =>
    () =>
      call('setmessagesettings', { application_texts: false }),
  endsessions:
    async ({ call }) =>
    () =>
      call('endsessions', {}),
  requesterasure:
    async ({ call }) =>
    () =>
      call('requesterasure', {}),
};

/** The first only sends two messages; the other writes nothing for a confirmed account. */
const APART = ['requestnumberchange', 'confirmsignup'];

test('covers each writing call of a signed-in person', () => {
  const writing = calls.filter(
    ({ service, session, kind }) => service === 'auth' && session === 'required' && kind !== 'query',
  );
  const covered = [...Object.keys(WRITES), ...APART];
  expect(writing.map(({ name }) => name).filter((name) => !covered.includes(name))).toEqual([]);
});

/** Both calls by a new person; with placeholders for what differs between persons. */
async function runPair(
  names: readonly [string, string],
  run: (first: Send, second: Send) => Promise<unknown>,
) {
  const person = await createPerson();
  const [first, second] = [await WRITES[names[0]]?.(person), await WRITES[names[1]]?.(person)];
  if (first && second) await run(first, second);
  const { id: userId, number, newNumber, account } = person;
  const email = String(account.email);
  const numbers = [number, newNumber];
  const state = await readState({ userId, numbers, emails: [email, `new.${email}`] });
  expect(state.account).toHaveProperty('number');
  return JSON.stringify(state)
    .replaceAll(newNumber, 'the new number')
    .replaceAll(number, 'the old number')
    .replaceAll(email, 'e-mail')
    .replaceAll(String(account.name), 'the old name');
}

const measure = async (send: Send): Promise<number> => {
  const startedAt = performance.now();
  await send();
  return performance.now() - startedAt;
};

const names = Object.keys(WRITES);
const pairs = names.flatMap((first, at) => names.slice(at).map((second) => [first, second] as const));

/** The second begins while the first is handled, earlier or later in each round, and the reverse. */
describe('two calls of one person at once', () => {
  test.each(pairs)('%s and %s leave what one of their two orders leaves', async (first, second) => {
    const durations = { first: 0, second: 0 };
    const serial = [
      await runPair([first, second], async (one, other) => {
        durations.first = await measure(one);
        await other();
      }),
      await runPair([first, second], async (one, other) => {
        durations.second = await measure(other);
        await one();
      }),
    ];
    for (let round = 0; round < ROUNDS; round += 1) {
      const lead = (durations.first + durations.second) * (round / ROUNDS) - durations.second;
      const state = await runPair([first, second], (one, other) =>
        Promise.all([pause(Math.max(0, -lead)).then(one), pause(Math.max(0, lead)).then(other)]),
      );
      expect(serial).toContain(state);
    }
  });
});
