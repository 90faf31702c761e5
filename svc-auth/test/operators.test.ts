import type { AuditEntry } from '@archaka/contracts';
import {
  createCode,
  createTotpSecret,
  MAX_ATTEMPTS,
  readOperatorToken,
  toStep,
} from '@archaka/service-kit/operators';
import { createVariables, runCommand } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { postInternal, serveAuth } from './support/test-browser.ts';

const localSecret = createTotpSecret();
const auth = serveAuth({ LOCAL_OPERATOR_SECRET: localSecret });

async function callInternal(name: string, body: object): Promise<unknown> {
  const headers = await auth.environment.authorizeService('svc-payment', 'svc-auth', name);
  return (await postInternal(auth, name, body, headers)).json();
}
const identify = (operator: string, code: string) =>
  callInternal('identifyoperator', { operator, code }) as Promise<{
    status: number;
    message?: string;
    data?: [{ token: string }];
  }>;
const readToken = (token: string) =>
  readOperatorToken(token, auth.environment.keys.publicKeySet as Parameters<typeof readOperatorToken>[1]);

async function findRoles(token: string) {
  const operator_id = (await readToken(token))?.id ?? '';
  return ((await callInternal('findoperator', { operator_id })) as { data: unknown[] }).data;
}

const run = async (options: { name: string; args: string[]; operatorToken?: string }) =>
  runCommand({ service: 'svc-auth', env: await createVariables('svc-auth', auth.environment), ...options });
const manage = (...args: string[]) => run({ name: 'operators', args });

/** The secret that `add` and `reset` print once. */
const readSecret = (stdout: string): string => /secret=([A-Z2-7]+)/.exec(stdout)?.[1] ?? '';
const createNextCode = (secret: string, skew = 0) => createCode(secret, toStep(new Date()) + skew);

async function addOperator(name: string, roles = 'clerk'): Promise<string> {
  const { code, stdout } = await manage('add', name, '--roles', roles);
  expect(code).toBe(0);
  return readSecret(stdout);
}

const listAuditEntries = (action: AuditEntry['action']) =>
  auth.database.collection<AuditEntry>('audit_entries').find({ action }).toArray();

test('identifies the operator of a local portal, with every role, while there is no other', async () => {
  const { status, data } = await identify('local', createNextCode(localSecret));
  expect(status).toBe(200);
  expect(await readToken(data?.[0].token ?? '')).toEqual({
    id: expect.stringMatching(/^[\w-]{36}$/),
    roles: ['clerk', 'auditor', 'administrator'],
  });
});

test('accepts a code once, also when two requests send it at the same time', async () => {
  const secret = await addOperator('sita');
  const code = createNextCode(secret);
  const both = await Promise.all([identify('sita', code), identify('sita', code)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 420]);
  expect(await identify('sita', createNextCode(secret, -1))).toMatchObject({ status: 420 });
  expect(await identify('sita', createNextCode(secret, 1))).toMatchObject({ status: 200 });
});

test('locks an operator out after five wrong codes, until an administrator resets the secret', async () => {
  const secret = await addOperator('rama');
  const wrong = createCode(createTotpSecret(), 1);
  for (let guess = 0; guess < MAX_ATTEMPTS; guess += 1)
    expect(await identify('rama', wrong)).toMatchObject({ status: 420 });
  const locked = await identify('rama', createNextCode(secret));
  expect(locked).toMatchObject({ status: 421, message: expect.stringContaining('quarter of an hour') });
  expect(await listAuditEntries('operator.locked')).toHaveLength(1);
  const { stdout } = await manage('reset', 'rama');
  expect(await identify('rama', createNextCode(secret))).toMatchObject({ status: 420 });
  expect(await identify('rama', createNextCode(readSecret(stdout)))).toMatchObject({ status: 200 });
});

test('responds to an unknown and a disabled operator as to a wrong code', async () => {
  const secret = await addOperator('lakshmana');
  expect(await manage('disable', 'lakshmana')).toMatchObject({ code: 0 });
  const [disabled, unknown, wrong] = [
    await identify('lakshmana', createNextCode(secret)),
    await identify('nobody', '123456'),
    await identify('local', 'abcdef'),
  ];
  expect(disabled).toMatchObject({ status: 420 });
  expect([unknown, wrong]).toEqual([disabled, disabled]);
});

test('lists operators without their secrets, and stores none in plain text', async () => {
  const secret = await addOperator('bharata', 'auditor,administrator');
  const { stdout } = await manage('list');
  expect(stdout).toMatch(/^[\w-]{36} {2}bharata {2}auditor, administrator$/m);
  const accounts = (await manage('list', '--json')).stdout.trim().split('\n');
  expect(accounts.map((line) => JSON.parse(line))).toContainEqual({
    id: expect.any(String),
    name: 'bharata',
    roles: ['auditor', 'administrator'],
    isDisabled: false,
  });
  const stored = JSON.stringify(await auth.database.collection('operators').find().toArray());
  expect(stored + stdout).not.toContain(secret);
});

/** Of a signed-in operator, as in OPERATOR_TOKEN. */
async function signIn(name: string, secret: string): Promise<string> {
  const { data } = await identify(name, createNextCode(secret));
  return data?.[0].token ?? '';
}

const manageAs = (operatorToken: string, ...args: string[]) =>
  run({ name: 'operators', args, operatorToken });

test('a disabled or demoted operator can do nothing with the token of an earlier sign-in', async () => {
  const token = await signIn('kausalya', await addOperator('kausalya', 'administrator'));
  expect(await manageAs(token, 'list')).toMatchObject({ code: 0 });
  expect(await findRoles(token)).toEqual([{ roles: ['administrator'], is_disabled: false }]);
  await manage('roles', 'kausalya', '--roles', 'clerk');
  expect((await manageAs(token, 'list')).stderr).toContain('needs the role administrator; you have clerk');
  await manage('disable', 'kausalya');
  expect(await manageAs(token, 'list')).toMatchObject({
    stdout: '',
    stderr: 'operators: This operator is disabled.\n',
  });
  expect(await findRoles(token)).toEqual([{ roles: ['clerk'], is_disabled: true }]);
});

test('does not disable or demote the last administrator, also when two disable each other', async () => {
  const names = ['vasishtha', 'vamadeva'];
  for (const name of names) await addOperator(name, 'administrator');
  const operators = auth.database.collection<{ _id: string; name: string }>('operators');
  await operators.updateMany({ name: { $nin: names } }, { $set: { disabled: true } });

  const outcomes = await Promise.all(names.map((name) => manage('disable', name)));

  expect(outcomes.map(({ stderr }) => stderr).toSorted()).toEqual([
    '',
    expect.stringMatching(
      /^operators: \w+ is the last administrator: nobody could manage operators afterwards\. Add/,
    ),
  ]);
  const remaining = await operators.find({ disabled: false }).toArray();
  expect(remaining).toHaveLength(1);
  const last = String(remaining[0]?.name);
  const demoted = await manage('roles', last, '--roles', 'clerk');
  expect(demoted.stderr).toContain(`${last} is the last administrator`);
  expect(await operators.findOne({ name: last })).toMatchObject({
    disabled: false,
    roles: ['administrator'],
  });
});

test('rejects a command without an operator, and a first operator when operators exist', async () => {
  const unnamed = await run({ name: 'operators', args: ['list'], operatorToken: '' });
  expect(unnamed).toMatchObject({ code: 1, stderr: 'operators: Name the operator: --operator <name>.\n' });
  const first = await run({ name: 'first-operator', args: ['ravana'] });
  expect(first).toMatchObject({ code: 1, stderr: expect.stringContaining('An operator exists already') });
});
