/**
 * Creates new certificates of the stores in containers, and their authority if it is missing or expires soon. Each
 * container mounts its own folder of those below.
 *
 *     node renew-certificates.ts <folder>
 */
import { randomBytes, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type CertificatePair,
  createAuthority,
  createServerCertificate,
  SERVER_DAYS,
} from './certificates.ts';

const SECRET = 0o600;
const PUBLIC = 0o644;
const DAY_MS = 86_400_000;
/** MongoDB accepts 6 to 1024 characters of base64. */
const KEY_FILE_BYTES = 756;

/** @returns the names of the certificates with their expiry */
export async function renewCertificates(folder: string): Promise<Record<string, Date>> {
  const write = async (path: string, text: string, mode: number) => {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.new`, text, { mode });
    await rename(`${file}.new`, file);
  };
  const authority = (await findReusableAuthority(folder)) ?? (await createAuthority());
  await write('authority/ca.key', authority.key, SECRET);
  for (const place of ['authority', 'mongo', 'rabbitmq', 'trust']) {
    await write(`${place}/ca.crt`, authority.certificate, PUBLIC);
  }
  // localhost is for clients in the store's own network, such as mongo-init.
  const mongo = await createServerCertificate(authority, ['mongo', 'localhost']);
  await write('mongo/server.pem', `${mongo.certificate}\n${mongo.key}\n`, SECRET);
  if (!existsSync(join(folder, 'mongo/keyfile'))) {
    await write('mongo/keyfile', randomBytes(KEY_FILE_BYTES).toString('base64'), SECRET);
  }
  const rabbitmq = await createServerCertificate(authority, ['rabbitmq', 'localhost']);
  await write('rabbitmq/server.crt', rabbitmq.certificate, PUBLIC);
  await write('rabbitmq/server.key', rabbitmq.key, SECRET);
  return { authority: getExpiry(authority), mongo: getExpiry(mongo), rabbitmq: getExpiry(rabbitmq) };
}

const getExpiry = ({ certificate }: CertificatePair): Date => new X509Certificate(certificate).validToDate;

/** The existing authority, unless new certificates would outlive it. */
async function findReusableAuthority(folder: string): Promise<CertificatePair | undefined> {
  const [certificate, key] = await Promise.all(
    ['ca.crt', 'ca.key'].map((file) => readFile(join(folder, 'authority', file), 'utf8').catch(() => '')),
  );
  if (!certificate || !key) return undefined;
  const authority = { certificate, key };
  return getExpiry(authority).getTime() > Date.now() + SERVER_DAYS * DAY_MS ? authority : undefined;
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error('Usage: node renew-certificates.ts <folder>');
  for (const [name, expiry] of Object.entries(await renewCertificates(folder))) {
    console.log(`${name}: until ${expiry.toISOString().slice(0, 10)}`);
  }
}
