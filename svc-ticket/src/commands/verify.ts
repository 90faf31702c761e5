/**
 * Usage: `npm run verify -- ticket.pdf [more.pdf …] [--portal https://…] [--keys jwks.json]`.
 * Queries the portal of `--portal` or PORTAL_ORIGIN, never the address in a code. `--keys` alone verifies
 * offline.
 * Exit code 0: all tickets are accepted, 1: at least one is not, 2: at least one could not be verified.
 */
import { parseArgs } from 'node:util';
import {
  CommandError,
  DependencyUnavailable,
  describeCommandError,
  EXIT_COMMAND_ERROR,
  loadConfig,
  runOperatorCommand,
  serverConfig,
} from '@archaka/service-kit/server';
import * as z from 'zod';
import { fetchTicketState } from '../features/verify-file/fetch-ticket-state.ts';
import { openPageReader, type PageReader } from '../features/verify-file/page-reader.ts';
import { isGenuine, type PublicKeys, readPublicKeys } from '../features/verify-file/public-keys.ts';
import { describeReadError, formatReport } from '../features/verify-file/report.ts';
import { UnreadableFile } from '../features/verify-file/scanned-page.ts';
import {
  isAccepted,
  type State,
  type VerifyPageOptions,
  verifyPage,
} from '../features/verify-file/verify-page.ts';

const NAME = 'verify';
const USAGE = 'Usage: npm run verify -- <file> [<file> …] [--portal <address>] [--keys <file>].';
const EXIT_ACCEPTED = 0;
const EXIT_REJECTED = 1;

const origin = serverConfig.shape.PORTAL_ORIGIN;
const config = z.object({ PORTAL_ORIGIN: origin.default('http://localhost:8080') });

function parseOptions(args: string[]) {
  const stringOption = { type: 'string' } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options: { portal: stringOption, keys: stringOption } });
  } catch {
    throw new CommandError(USAGE);
  }
}

/** Undefined for offline verification by keys alone. */
function toPortalOrigin({ portal, keys }: { portal?: string; keys?: string }): string | undefined {
  if (portal === undefined) return keys === undefined ? loadConfig(config).PORTAL_ORIGIN : undefined;
  const parsed = origin.safeParse(portal);
  if (!parsed.success) throw new CommandError(`${portal} is not the address of a portal.`);
  return parsed.data;
}

const verifyByKeys = (token: string, keys: PublicKeys): State =>
  isGenuine(token, keys) ? 'genuine-when-issued' : 'not-genuine';

/** The portal also knows whether a ticket is current; keys alone prove only its origin. */
function createTokenVerifier(
  portal: string | undefined,
  keys: PublicKeys | undefined,
): VerifyPageOptions['verifyToken'] {
  return async (token) => {
    if (portal === undefined) return verifyByKeys(token, keys ?? new Map());
    return fetchTicketState(portal, token).catch((error) => {
      if (keys && error instanceof DependencyUnavailable) return verifyByKeys(token, keys);
      throw error;
    });
  };
}

async function verifyFile(path: string, reader: PageReader, options: VerifyPageOptions): Promise<number> {
  const findings = [];
  for (const page of await reader.readPages(path)) findings.push(...(await verifyPage(page, options)));
  for (const finding of findings) console.log(formatReport(path, finding));
  return findings.every(isAccepted) ? EXIT_ACCEPTED : EXIT_REJECTED;
}

function printFailure(path: string, error: unknown): number {
  const reason =
    error instanceof UnreadableFile ? describeReadError(error.reason) : describeCommandError(error);
  console.error(`${NAME}: ${path}: ${reason}`);
  return EXIT_COMMAND_ERROR;
}

await runOperatorCommand(NAME, async (args) => {
  const { positionals: files, values } = parseOptions(args);
  if (files.length === 0) throw new CommandError(USAGE);
  const portal = toPortalOrigin(values);
  const keys = values.keys === undefined ? undefined : await readPublicKeys(values.keys);
  const options = { origin: portal, verifyToken: createTokenVerifier(portal, keys) };
  const reader = openPageReader();
  const exitCodes: number[] = [];
  for (const file of files) {
    exitCodes.push(await verifyFile(file, reader, options).catch((error) => printFailure(file, error)));
  }
  await reader.close();
  return Math.max(...exitCodes);
});
