/**
 * Says of tickets in files, PDFs or scans, whether they are genuine and current and unaltered.
 *
 *     npm run verify -- ticket.pdf [more.pdf …] [--portal https://…] [--keys jwks.json]
 *
 * The portal is asked (`--portal`, else PORTAL_ORIGIN), never the address in a code. With `--keys`, a portal's
 * /.well-known/jwks.json, and without `--portal` nothing is asked: then a ticket is genuine when issued. Exit code
 * 0: all are, 1: at least one is not, 2: at least one could not be verified.
 */
import { parseArgs } from 'node:util';
import {
  CannotRun,
  COULD_NOT,
  loadConfig,
  PartDown,
  runOperatorCommand,
  sentenceFor,
  serverConfig,
} from '@archaka/service-kit/server';
import * as z from 'zod';
import { askPortal } from '../features/verify-file/ask-portal.ts';
import { isGenuine, type KnownKeys, readKeys } from '../features/verify-file/known-keys.ts';
import { openReader, type Reader } from '../features/verify-file/read-pages.ts';
import { obstacleText, report } from '../features/verify-file/report.ts';
import { Unreadable } from '../features/verify-file/seen-page.ts';
import { isFine, type State, type Trusted, verifyPage } from '../features/verify-file/verify-page.ts';

const NAME = 'verify';
const USAGE = 'Say: <file> [<file> …] [--portal <address>] [--keys <file>].';
const FINE = 0;
const NOT_FINE = 1;

const origin = serverConfig.shape.PORTAL_ORIGIN;
const config = z.object({ PORTAL_ORIGIN: origin.default('http://localhost:8080') });

function wordsOf(args: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options: { portal: text, keys: text } });
  } catch {
    throw new CannotRun(USAGE);
  }
}

/** The portal that was named; undefined when only keys were, so that nothing is to be asked. */
function portalOf({ portal, keys }: { portal?: string; keys?: string }): string | undefined {
  if (portal === undefined) return keys === undefined ? loadConfig(config).PORTAL_ORIGIN : undefined;
  const named = origin.safeParse(portal);
  if (!named.success) throw new CannotRun(`${portal} is not the address of a portal.`);
  return named.data;
}

const byKeys = (token: string, keys: KnownKeys): State =>
  isGenuine(token, keys) ? 'genuine-when-issued' : 'not-genuine';

/** The portal knows; where it does not answer, or is not to be asked, the keys tell less. */
function judgeBy(portal: string | undefined, keys: KnownKeys | undefined): Trusted['judge'] {
  return async (token) => {
    if (portal === undefined) return byKeys(token, keys ?? new Map());
    return askPortal(portal, token).catch((error) => {
      if (keys && error instanceof PartDown) return byKeys(token, keys);
      throw error;
    });
  };
}

async function verifyFile(path: string, reader: Reader, trusted: Trusted): Promise<number> {
  const findings = [];
  for (const page of await reader.pagesOf(path)) findings.push(...(await verifyPage(page, trusted)));
  for (const finding of findings) console.log(report(path, finding));
  return findings.every(isFine) ? FINE : NOT_FINE;
}

function tellFailure(path: string, error: unknown): number {
  const why = error instanceof Unreadable ? obstacleText(error.obstacle) : sentenceFor(error);
  console.error(`${NAME}: ${path}: ${why}`);
  return COULD_NOT;
}

await runOperatorCommand(NAME, async (args) => {
  const { positionals: files, values } = wordsOf(args);
  if (files.length === 0) throw new CannotRun(USAGE);
  const portal = portalOf(values);
  const keys = values.keys === undefined ? undefined : await readKeys(values.keys);
  const trusted = { origin: portal, judge: judgeBy(portal, keys) };
  const reader = openReader();
  const codes: number[] = [];
  for (const file of files) {
    codes.push(await verifyFile(file, reader, trusted).catch((error) => tellFailure(file, error)));
  }
  await reader.close();
  return Math.max(...codes);
});
