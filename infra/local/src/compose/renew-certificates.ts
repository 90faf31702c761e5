import 'reflect-metadata';
import { randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as x509 from '@peculiar/x509';

/**
 * Creates new certificates of the stores in containers, and their authority if it is missing or expires soon. Each
 * container mounts its own folder of those below.
 *
 *     node renew-certificates.ts <folder>
 */
const SECRET = 0o600;
const PUBLIC = 0o644;
const DAY_MS = 86_400_000; /** MongoDB accepts 6 to 1024 characters of base64. */
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

/** In PEM. */
interface CertificatePair {
  readonly certificate: string;
  readonly key: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const AUTHORITY_DAYS = 3650;
const SERVER_DAYS = 397;
const AUTHORITY_NAME = 'CN=Stores of the examinations portal';

const createKeyPair = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>;

/** Valid from an hour ago, for clocks that are behind. */
const toValidity = (days: number) => ({
  notBefore: new Date(Date.now() - 3_600_000),
  notAfter: new Date(Date.now() + days * DAY_MS),
});

async function toPem(
  certificate: x509.X509Certificate,
  { privateKey }: webcrypto.CryptoKeyPair,
): Promise<CertificatePair> {
  const key = await webcrypto.subtle.exportKey('pkcs8', privateKey);
  return { certificate: certificate.toString('pem'), key: x509.PemConverter.encode(key, 'PRIVATE KEY') };
}

/** A new authority, which signs certificates of servers and nothing below them. */
async function createAuthority(): Promise<CertificatePair> {
  const keys = await createKeyPair();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: AUTHORITY_NAME,
    keys,
    signingAlgorithm: ALGORITHM,
    ...toValidity(AUTHORITY_DAYS),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return toPem(certificate, keys);
}

/** A server's new key and certificate, for its names. */
async function createServerCertificate(
  authority: CertificatePair,
  [name, ...others]: readonly [string, ...string[]],
): Promise<CertificatePair> {
  const keys = await createKeyPair();
  const issuer = new x509.X509Certificate(authority.certificate);
  const pkcs8 = x509.PemConverter.decodeFirst(authority.key);
  const certificate = await x509.X509CertificateGenerator.create({
    subject: `CN=${name}`,
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: await webcrypto.subtle.importKey('pkcs8', pkcs8, ALGORITHM, false, ['sign']),
    signingAlgorithm: ALGORITHM,
    ...toValidity(SERVER_DAYS),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      // A member of a replica set is also a client, at least of itself.
      new x509.ExtendedKeyUsageExtension([
        x509.ExtendedKeyUsage.serverAuth,
        x509.ExtendedKeyUsage.clientAuth,
      ]),
      new x509.SubjectAlternativeNameExtension([name, ...others].map((value) => ({ type: 'dns', value }))),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return toPem(certificate, keys);
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error('Usage: node renew-certificates.ts <folder>');
  for (const [name, expiry] of Object.entries(await renewCertificates(folder))) {
    console.log(`${name}: until ${expiry.toISOString().slice(0, 10)}`);
  }
}
