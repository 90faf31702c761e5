import { createHash, randomBytes } from 'node:crypto';
import { readCookie, toHostCookieName } from '@archaka/contracts';
import { listInitialFiles, type SliceBuild } from '@archaka/slice-store';
import type { Request, Response } from 'express';

export interface SliceRelease {
  /** Hash of the files. */
  readonly version: string;
  readonly release: string;
  readonly contracts: string;
  /** URL of the manifest; the files lie beside it. */
  readonly entry: string;
  readonly manifest: SliceBuild['manifest'];
  /** `sha384-…` by name, of scripts and styles. */
  readonly integrity: Readonly<Record<string, string>>;
}

/** Content of `/slices.json`, embedded in every page. */
export interface Registry {
  readonly revision: number;
  readonly slices: Readonly<Record<string, SliceRelease>>;
}

/** @param files base URL of all slice files */
export function toRelease(
  { facts, manifest, files: hashes }: SliceBuild,
  version: string,
  files: string,
): SliceRelease {
  const loaded = Object.entries(hashes).filter(([file]) => /\.(js|css)$/.test(file));
  return {
    version,
    release: facts.version,
    contracts: facts.contracts,
    entry: `${files}/${facts.name}/${version}/mf-manifest.json`,
    manifest,
    integrity: Object.fromEntries(loaded),
  };
}

export function listFirstFiles({
  entry,
  manifest,
  integrity,
}: SliceRelease): { url: string; integrity: string }[] {
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  return listInitialFiles(manifest).map((name) => ({ url: folder + name, integrity: integrity[name] ?? '' }));
}

/** `share` in percent of the visitors. */
interface Canary {
  readonly name: string;
  readonly share: number;
  readonly release: SliceRelease;
}

/** Stable per visitor, also when a share grows. */
const selectCanaries = (visitor: string, canaries: readonly Canary[]): Canary[] =>
  canaries.filter(
    ({ name, release, share }) => hashToPercent(`${visitor} ${name} ${release.version}`) < share,
  );

/** Evenly from 0 to 100, independently for each canary. */
const hashToPercent = (text: string): number =>
  (createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32) * 100;

export interface VisitorRegistry {
  readonly registry: Registry;
  readonly variant: string;
}

export interface ResolvedRegistry {
  readonly revision: number;
  readonly canaries: readonly Canary[];
  readonly stable: Readonly<Record<string, SliceRelease>>;
}

export const emptyRegistry: ResolvedRegistry = { revision: 0, canaries: [], stable: {} };

/** @param visitor called only when there are canaries */
export function selectForVisitor(resolved: ResolvedRegistry, visitor: () => string): VisitorRegistry {
  const { revision, canaries, stable } = resolved;
  const chosen = canaries.length === 0 ? [] : selectCanaries(visitor(), canaries);
  const slices = { ...stable, ...Object.fromEntries(chosen.map(({ name, release }) => [name, release])) };
  return { registry: { revision, slices }, variant: chosen.map(({ name }) => name).join() };
}

const COOKIE_NAME = 'archaka_visitor';
const YEAR_MS = 365 * 24 * 3600 * 1000;

/** A random number that assigns a browser to its canaries; it identifies no person. */
export function identifyVisitor(
  request: Request,
  response: Response,
  { secure }: { secure: boolean },
): string {
  const name = toHostCookieName(COOKIE_NAME, { secure });
  const id = readCookie(request.headers.cookie, name);
  if (id && /^[\w-]{22}$/.test(id)) return id;
  const visitor = randomBytes(16).toString('base64url');
  response.cookie(name, visitor, { httpOnly: true, sameSite: 'lax', secure, maxAge: YEAR_MS });
  return visitor;
}
