import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

/** In PEM. */
export interface CertificatePair {
  readonly certificate: string;
  readonly key: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3650;
export const SERVER_DAYS = 397;
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
export async function createAuthority(): Promise<CertificatePair> {
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
export async function createServerCertificate(
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
