import { readFileSync } from 'node:fs';
import { ConfigurationError } from './config.ts';

/** Defaults to public authorities. @throws ConfigurationError for an unreadable file. */
export function loadTlsOptions(variable: string, path: string | undefined): { ca?: Buffer[] } {
  if (path === undefined) return {};
  try {
    return { ca: [readFileSync(path)] };
  } catch (error) {
    throw new ConfigurationError(`${variable}: ${path} cannot be read`, { cause: error });
  }
}

const TLS_FAULTS: readonly (readonly [RegExp, string])[] = [
  [/certificate has expired|CERT_HAS_EXPIRED/i, "the server's certificate has expired: renew it"],
  [/altname|does not match certificate/i, "the server's certificate is for another host name"],
  [
    /self[- ]signed certificate|unable to verify|unable to get (local )?issuer|CERT_|certificate signature/i,
    "the server's certificate is not from the trusted authority (tlsCAFile in MONGO_URL, AMQP_CA_FILE)",
  ],
  [/ENOENT.*\.(crt|pem)/, 'the file of the trusted authority is missing (tlsCAFile in MONGO_URL)'],
  [/wrong version number|packet length too long/i, 'the server does not use TLS at this address'],
  [/Authentication failed|ACCESS[_-]REFUSED/i, 'the server rejects user or password'],
  [
    /connection .*closed|Socket closed|ECONNRESET|socket hang up/i,
    'the server closes the connection: it may require TLS',
  ],
];

const toErrorText = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${Object(error).code ?? ''} ${toErrorText(error.cause)}` : '';

/** Only for errors of trust, in an operator's words. */
export function findTlsFault(error: unknown): { reason: string } | undefined {
  const text = toErrorText(error);
  const reason = TLS_FAULTS.find(([pattern]) => pattern.test(text))?.[1];
  return reason === undefined ? undefined : { reason };
}
