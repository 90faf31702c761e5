import { createServer, type Server } from 'node:net';
import { EngineMissing, findOrInstallMoto, type Moto, startMoto } from '@archaka/test-kit';
import { CreateKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openKms, UnknownMasterKey, WrongMasterKey } from '../src/data-keys/kms.ts';

const MASTER_KEYS = [{ kid: '1', key: 'the master key of this test, 32 letters' }] as const;
const key = Buffer.alloc(32, 7);
const context = { service: 'ticket', user: 'u-1' };

let moto: Moto | undefined;
let keyId = '';
beforeAll(async () => {
  const command = await findOrInstallMoto().catch((error) => {
    if (error instanceof EngineMissing) return undefined;
    throw error;
  });
  if (!command) return;
  moto = await startMoto(command);
  Object.assign(process.env, moto.env, { AWS_ENDPOINT_URL_KMS: moto.url });
  const { KeyMetadata } = await new KMSClient().send(new CreateKeyCommand({}));
  keyId = String(KeyMetadata?.Arn);
});
afterAll(() => moto?.stop());

/** Reports where the server of AWS's API cannot be installed. */
const testWithMoto = (title: string, check: () => Promise<void>) =>
  test(title, async () => {
    if (moto) await check();
    else process.stderr.write(`Left out, since moto cannot be installed here: ${title}\n`);
  });

testWithMoto('unwraps with AWS KMS what it wrapped, in its own context only', async () => {
  const kms = await openKms({ MASTER_KEYS, KMS_KEY_ID: keyId });
  const wrapped = await kms.wrap(key, context);
  expect(wrapped).toMatchObject({ master: `aws:${keyId}` });
  expect(wrapped.bytes.includes(key)).toBe(false);
  expect(await kms.unwrap(wrapped, context)).toEqual(key);
  await expect(kms.unwrap(wrapped, { ...context, user: 'u-2' })).rejects.toThrow(WrongMasterKey);
});

testWithMoto(
  'unwraps data keys of the local master keys beside AWS KMS, and rejects those of unknown ones',
  async () => {
    const local = await (await openKms({ MASTER_KEYS })).wrap(key, context);
    const kms = await openKms({ MASTER_KEYS, KMS_KEY_ID: keyId });
    expect(await kms.unwrap(local, context)).toEqual(key);
    await expect(async () => kms.unwrap({ ...local, master: '9' }, context)).rejects.toThrow(
      UnknownMasterKey,
    );
  },
);

/** Accepts connections and never responds. */
const startSilentServer = () =>
  new Promise<Server>((resolve) => {
    const server = createServer(() => undefined).listen(0, '127.0.0.1', () => resolve(server));
  });

test('reports a KMS that does not respond as down within the time limit', async () => {
  const server = await startSilentServer();
  try {
    const { port } = server.address() as { port: number };
    Object.assign(process.env, { AWS_REGION: 'x', AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' });
    process.env.AWS_ENDPOINT_URL_KMS = `http://127.0.0.1:${port}`;
    const arn = 'arn:aws:kms:ap-south-1:123456789012:key/1';
    const kms = await openKms({ MASTER_KEYS, KMS_KEY_ID: arn });
    const down = { status: 503, code: 'part-down', dependency: 'kms' };
    await expect(kms.wrap(key, context)).rejects.toMatchObject(down);
  } finally {
    server.close();
  }
});
