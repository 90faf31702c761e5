import { calls } from '@archaka/contracts';
import { openPersonalData } from '@archaka/privacy-kit';
import { createLog } from '@archaka/service-kit';
import {
  buildApplicant,
  buildSignUp,
  type CallPair,
  CommandGate,
  ConcurrentCalls,
  createTestEnvironment,
  type Db,
  type RunningService,
  type Send,
  startService,
} from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AccountIndex } from '../src/persistence/account-claims.ts';
import { TestBrowser } from './support/test-browser.ts';

/** Of other work of the service, and counters, which one command reads and writes. */
const BACKGROUND = ['outbox', 'inbox', 'leases', 'audit_blocks', 'audit_heads', 'limits'];

let auth: RunningService;
let gate: CommandGate;
let concurrentCalls: ConcurrentCalls<Person>;
beforeAll(async () => {
  const environment = await createTestEnvironment({ realAuth: true });
  gate = await CommandGate.start(environment.mongoUrl);
  auth = await startService('svc-auth', { environment, env: { MONGO_URL: gate.url } });
  const readState = await createStateReader(auth, await environment.openDatabase('auth'));
  concurrentCalls = new ConcurrentCalls({
    gate,
    createPerson,
    writes: WRITES,
    readState: (person) => describeState(person, readState),
    background: BACKGROUND,
  });
});
afterAll(async () => {
  await auth?.environment.close();
  await gate?.stop();
});

/** A signed-in person, who is about to change number and e-mail. */
async function createPerson() {
  const browser = new TestBrowser(() => auth);
  const person = await browser.createNewcomer();
  const { headers, userId } = await browser.authorize(await browser.openSession(person.number));
  const { number: _number, ...account } = buildSignUp(person);
  return {
    id: userId,
    browser,
    number: person.number,
    newNumber: buildApplicant().number,
    account: account as Readonly<Record<string, string>>,
    call: async (name: string, body: object) => (await browser.post(name, body, headers)).status,
  };
}
type Person = Awaited<ReturnType<typeof createPerson>>;

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

/** Reads what svc-auth stores about a person, opened; the order of rows does not count. */
async function createStateReader({ environment }: RunningService, database: Db) {
  const { MASTER_KEYS, ACCOUNT_INDEX_KEY } = environment.secrets;
  const personal = await openPersonalData('auth', {
    // Only its collections are needed.
    db: { connection: database as never },
    config: { MASTER_KEYS: [{ kid: '1', key: MASTER_KEYS }] },
    log: createLog({ name: 'test', level: 'silent' }),
  });
  const index = new AccountIndex([{ kid: '1', key: ACCOUNT_INDEX_KEY }]);
  const list = (collection: string, filter: object) => database.collection(collection).find(filter).toArray();
  const open = (collection: string, { _id, sealed }: object & { _id?: unknown; sealed?: unknown }) =>
    personal.openFields<Record<string, string>>(sealed as never, {
      collection,
      id: String(_id),
      field: 'sealed',
    });

  /** Of the claims, those of the given values are named. */
  return async (userId: string, numbers: readonly string[], emails: readonly string[]) => {
    const [account] = await list('accounts', { _id: userId });
    const sessions = await list('sessions', { account_id: userId });
    const names = new Map<string, string>([
      ...numbers.map((value) => [`number:${index.compute('number', value)}`, `number ${value}`] as const),
      ...emails.map((value) => [`email:${index.compute('email', value)}`, `email ${value}`] as const),
    ]);
    const claims = await list('accountclaims', { account_id: userId });
    return {
      account: account ? await open('accounts', account) : {},
      noTexts: account?.no_texts === true,
      sessions: (await Promise.all(sessions.map((row) => open('sessions', row)))).sort((a, b) =>
        JSON.stringify(a) < JSON.stringify(b) ? -1 : 1,
      ),
      claims: claims.map(({ _id }) => names.get(String(_id)) ?? 'another value').sort(),
      isErasing: (await list('erasures', { _id: userId })).length > 0,
    };
  };
}

/** With placeholders for what differs between persons. */
async function describeState(
  { id: userId, number, newNumber, account }: Person,
  readState: Awaited<ReturnType<typeof createStateReader>>,
): Promise<unknown> {
  const email = String(account.email);
  const state = await readState(userId, [number, newNumber], [email, `new.${email}`]);
  expect(state.account).toHaveProperty('number');
  const comparable = JSON.stringify(state)
    .replaceAll(newNumber, 'the new number')
    .replaceAll(number, 'the old number')
    .replaceAll(email, 'e-mail')
    .replaceAll(String(account.name), 'the old name');
  return JSON.parse(comparable);
}

const names = Object.keys(WRITES);
const pairs = names.flatMap((first, at) => names.slice(at).map((second): CallPair => [first, second]));

describe('two calls of one person at once', () => {
  test.each(pairs)('%s and %s leave what one of their two orders leaves', async (...pair) => {
    const { serial, concurrent } = await concurrentCalls.run(pair);
    expect(concurrent.filter(({ state }) => !serial.includes(state))).toEqual([]);
  });
});
