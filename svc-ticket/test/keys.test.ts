import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { trialMessages } from '@archaka/contracts';
import { rotateSecret } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { buildPaidApplication } from './support/applications.ts';
import { readPdf, readToken } from './support/pdf.ts';
import { openTicketEnvironment } from './support/ticket-environment.ts';

const environment = await openTicketEnvironment();
const database = await environment.stage.openDatabase('ticket');

const createToken = async () => readToken(await (await buildPaidApplication(environment)).waitForTicket());
const GENUINE = 'This ticket is genuine and current';

async function fetchPublicKeys(): Promise<(JsonWebKey & { kid: string })[]> {
  const response = await fetch(`${environment.service().url}/.well-known/jwks.json`);
  return ((await response.json()) as { keys: (JsonWebKey & { kid: string })[] }).keys;
}

/** Bits 4 to 19 of a token name its key. */
const readKeyId = (bytes: Buffer): string =>
  ((bytes.readUIntBE(0, 3) >> 4) & 0xffff).toString(16).padStart(4, '0');

test('verifies tickets with the published keys', async () => {
  const bytes = Buffer.from(await createToken(), 'base64url');
  const keys = await fetchPublicKeys();
  const jwk = keys.find(({ kid }) => kid === readKeyId(bytes));

  expect(keys.some((key) => 'd' in key)).toBe(false);
  const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
  expect(
    verify('sha256', bytes.subarray(0, 46), { key, dsaEncoding: 'ieee-p1363' }, bytes.subarray(46)),
  ).toBe(true);
});

test('accepts tickets of a replaced key', async () => {
  const old = await createToken();
  // So old that no key signs.
  await database.collection('keys').updateMany({}, { $set: { made_at: new Date('2024-01-01') } });
  const fresh = await createToken();

  expect(readKeyId(Buffer.from(fresh, 'base64url'))).not.toBe(readKeyId(Buffer.from(old, 'base64url')));
  for (const token of [old, fresh]) expect(await (await environment.verify(token)).text()).toContain(GENUINE);
});

test('marks tickets and the page that verifies them when the portal is a trial', async () => {
  await environment.restart({ TRIAL: '1' });
  const application = await buildPaidApplication(environment);
  const ticket = await application.waitForTicket();
  const { pages, text } = await readPdf(ticket);
  expect(pages).toBe(1);
  expect(text).toContain(trialMessages.mark.en);

  const page = await environment.verify(await readToken(ticket));
  expect(await page.text()).toContain(trialMessages.notice.te);
});

test('does not start without the secret that seals the keys', async () => {
  const other = { TICKET_KEYS_SECRET: 'another secret, but long enough for one' };
  await expect(environment.restart(other)).rejects.toThrow('before it was ready');
  await environment.restart();
});

test('accepts tickets through a rotation of the secret, after which no key needs the old one', async () => {
  const old = await createToken();
  const { stage } = environment;
  let { TICKET_KEYS_SECRET } = stage.secrets;
  for (const _step of ['it is known', 'it seals', 'it alone is left']) {
    const secrets = { TICKET_KEYS_SECRET };
    const done = await rotateSecret({ service: 'svc-ticket', which: 'tickets', environment: stage, secrets });
    expect(done).toMatchObject({ code: 0, stderr: '' });
    ({ TICKET_KEYS_SECRET } = done.secrets);
    await environment.restart({ TICKET_KEYS_SECRET });
  }
  expect(TICKET_KEYS_SECRET).toMatch(/^\[\{"kid":"2","key":"[^"]+"\}\]$/);
  for (const token of [old, await createToken()])
    expect(await (await environment.verify(token)).text()).toContain(GENUINE);
});
