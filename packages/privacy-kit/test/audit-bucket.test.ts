import { fileURLToPath } from 'node:url';
import {
  createLockedBucket,
  freePort,
  type LockedBucket,
  runCommand,
  scaledTimeout,
  startFakeAuth,
  startTestBucket,
  type TestBucket,
} from '@archaka/test-kit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { HeadBucket } from '../src/audit/heads.ts';
import { createSigningKey, openAudit, SERVICE, type TestAudit } from './support/audit-harness.ts';

const DAY_MS = 24 * 3_600_000;

let server: TestBucket;
let bucket: LockedBucket;
beforeAll(async () => {
  server = await startTestBucket();
  Object.assign(process.env, server.env);
  bucket = await createLockedBucket(server);
}, scaledTimeout(600_000));
afterAll(() => server?.stop());

const signingKey = createSigningKey();
let audit: TestAudit;
/** Of this test only: nothing in the bucket can be deleted. */
let address: string;
let heads: HeadBucket;
let tests = 0;
beforeEach(async () => {
  audit = await openAudit(signingKey);
  tests += 1;
  address = `${bucket.address}/test-${tests}`;
  heads = new HeadBucket(address);
  await audit.fill('one', 'two');
  await audit.handOver(heads);
  await audit.fill('three', 'four');
  await audit.handOver(heads);
});
afterEach(() => audit.close());

const listKeys = async () => (await bucket.list()).filter((key) => key.startsWith(`test-${tests}/`));
const findFaults = async () =>
  (await audit.verify({ sources: [audit.toBucketSource(heads)] })).faults.map(({ text }) => text);

const cutAfter = async (last: number) => {
  await audit.blocks.deleteMany({ _id: { $gt: last } });
  await audit.entries.deleteMany({ block: { $gt: last } });
};
const UNREAD = {
  kind: 'unread-heads',
  text: 'The heads at svc-payment cannot be read and were not compared.',
};
const CUT = /^Blocks 3 to 4 were removed: they were sealed since .*\. Their head is at the bucket\.$/;

test('stores each head once, locked for 181 days in compliance mode', async () => {
  await audit.handOver(heads);
  const blocks = await audit.listBlocks();
  const toKey = (index: number) => {
    const { sealedAt, hash } = blocks[index] ?? { sealedAt: new Date(0), hash: '' };
    return `test-${tests}/${SERVICE}/00000000000${index + 1}-${sealedAt.getTime()}-${hash}`;
  };
  expect(await listKeys()).toEqual([toKey(1), toKey(3)]);
  const { mode, until } = await bucket.readRetention(toKey(3));
  expect(mode).toBe('COMPLIANCE');
  const days = ((until?.getTime() ?? 0) - (blocks[3]?.sealedAt.getTime() ?? 0)) / DAY_MS;
  expect(Math.round(days)).toBe(181);
  expect(await findFaults()).toEqual([]);
});

test('names a cut of the log by the bucket alone, also after an attempt to delete the heads', async () => {
  await cutAfter(2);
  expect(await findFaults()).toEqual([expect.stringMatching(CUT)]);
  const codes = await bucket.deleteAll();
  expect([codes.length > 0, new Set(codes)]).toEqual([true, new Set(['AccessDenied'])]);
  // The delete markers hide the objects; their versions remain.
  expect(await listKeys()).toEqual([]);
  expect(await findFaults()).toEqual([expect.stringMatching(CUT)]);
});

test('stores no head where the bucket has no object lock', async () => {
  const unlocked = new HeadBucket(server.address);
  await expect(audit.handOver(unlocked)).rejects.toThrow('ObjectLockConfiguration');
});

test('npm run audit -- verify names the cut while the other service is down, and ends with 1', async () => {
  const [port, unused] = [await freePort(), await freePort()];
  const auth = await startFakeAuth(port);
  const addresses = ['APPLICATION_URL', 'PAYMENT_URL', 'TICKET_URL', 'DESK_URL'];
  const env = {
    MONGO_URL: audit.mongoUrl,
    SERVICE_KEY: JSON.stringify(signingKey.key),
    SERVICE_JWKS: JSON.stringify({ keys: [signingKey.publicKey] }),
    AUDIT_BUCKET_URL: address,
    ...server.env,
    AUTH_URL: `http://127.0.0.1:${port}`,
    ...Object.fromEntries(addresses.map((name) => [name, `http://127.0.0.1:${unused}`])),
  };
  const verify = async () => {
    const { stdout, code } = await runCommand({
      service: SERVICE,
      name: 'audit',
      program: fileURLToPath(import.meta.resolve('@archaka/privacy-kit/audit-command')),
      args: [SERVICE, 'verify', '--json'],
      env,
    });
    return { code, faults: JSON.parse(stdout).faults as { kind: string; text: string }[] };
  };
  try {
    expect(await verify()).toEqual({ code: 1, faults: [UNREAD] });
    await cutAfter(2);
    const cut = { kind: 'removed-block', text: expect.stringMatching(CUT) };
    expect(await verify()).toEqual({ code: 1, faults: [UNREAD, cut] });
  } finally {
    await auth.close();
  }
});
