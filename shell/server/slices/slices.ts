import { createHash, randomBytes } from 'node:crypto';
import { readCookie, toHostCookieName } from '@archaka/contracts';
import type { Log } from '@archaka/service-kit/server';
import {
  assertSigned,
  CommandError,
  findNewestReadable,
  findRevision,
  getBuild,
  listInitialFiles,
  openStore,
  type Revision,
  type SliceBuild,
  type SliceStore,
} from '@archaka/slice-store';
import type { Request, Response } from 'express';
import type { ShellConfig } from '../config.ts';

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

/** `variant` names the canaries in it. */
export interface VisitorRegistry {
  readonly registry: Registry;
  readonly variant: string;
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

/** Each poll is one small read. */
const POLL_INTERVAL_MS = 250;

/** The deployed slices, as the store's registry names them. */
export class Slices {
  readonly store: SliceStore;
  readonly #config: ShellConfig;
  readonly #log: Log;
  /** Base URL of all slice files. */
  readonly #files: string;
  /** Builds whose signature holds: the store never overwrites. */
  readonly #verified = new Set<string>();
  #stable: Registry = { revision: 0, slices: {} };
  #canaries: readonly Canary[] = [];
  #lastError = '';
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  private constructor(store: SliceStore, config: ShellConfig, log: Log) {
    this.store = store;
    this.#config = config;
    this.#log = log;
    this.#files = config.SLICE_FILES_URL?.replace(/\/+$/, '') ?? '/slices';
  }

  /** Resolves after the first poll. */
  static async open(config: ShellConfig, log: Log): Promise<Slices> {
    const slices = new Slices(await openStore(config.SLICE_STORE), config, log);
    await slices.#follow();
    return slices;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Without keys, which production rejects, no signature is checked. @throws CommandError */
  async verifyBuild(name: string, version: string): Promise<void> {
    const build = `${name} ${version}`;
    const keys = this.#config.SLICE_JWKS?.keys;
    if (keys === undefined || this.#verified.has(build)) return;
    await assertSigned(this.store, { name, version }, keys);
    this.#verified.add(build);
  }

  /** A visitor's canaries stay the same, also when a share grows. */
  selectSlices(request: Request, response: Response): VisitorRegistry {
    const { revision, slices } = this.#stable;
    if (this.#canaries.length === 0) return { registry: this.#stable, variant: '' };
    const secure = this.#config.PORTAL_ORIGIN.startsWith('https:');
    const visitor = identifyVisitor(request, response, { secure });
    const chosen = this.#canaries.filter(
      ({ name, release, share }) => hashToPercent(`${visitor} ${name} ${release.version}`) < share,
    );
    const canaries = Object.fromEntries(chosen.map(({ name, release }) => [name, release]));
    return {
      registry: { revision, slices: { ...slices, ...canaries } },
      variant: chosen.map(({ name }) => name).join(),
    };
  }

  /** Keeps the last revision while the store is unavailable or the log is damaged. */
  async #follow(): Promise<void> {
    try {
      if (this.#stable.revision === 0) await this.#loadNewest();
      else await this.#applyNewer();
      this.#lastError = '';
    } catch (err) {
      const { message } = err as Error;
      if (message !== this.#lastError)
        this.#log.error({ err }, 'reading the slice registry failed; the last revision stays in use');
      this.#lastError = message;
    }
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#follow(), POLL_INTERVAL_MS);
  }

  async #loadNewest(): Promise<void> {
    const { revision, faults } = await findNewestReadable(this.store);
    for (const fault of faults)
      this.#log.error({ fault }, 'the slice registry is damaged: run npm run slice -- verify');
    if (revision) await this.#apply(revision);
  }

  async #applyNewer(): Promise<void> {
    for (;;) {
      const next = await findRevision(this.store, this.#stable.revision + 1);
      if (!next) return;
      await this.#apply(next.revision);
    }
  }

  /** Omits and reports a build that is unsigned or altered. */
  async #apply({ revision, slices, slice, action }: Revision): Promise<void> {
    const entries = await Promise.all(
      Object.entries(slices).map(async ([name, { version, canary }]) => ({
        name,
        stable: await this.#findRelease(name, version),
        canary: canary && { share: canary.share, release: await this.#findRelease(name, canary.version) },
      })),
    );
    const stable = entries.flatMap((entry) => (entry.stable ? [[entry.name, entry.stable]] : []));
    this.#stable = { revision, slices: Object.fromEntries(stable) };
    this.#canaries = entries.flatMap(({ name, canary }) =>
      canary?.release ? [{ name, share: canary.share, release: canary.release }] : [],
    );
    this.#log.info({ revision, slice, action }, 'slice registry applied');
  }

  async #findRelease(name: string, version: string): Promise<SliceRelease | undefined> {
    try {
      await this.verifyBuild(name, version);
      const { facts, manifest, files: hashes } = await getBuild(this.store, name, version);
      const loaded = Object.entries(hashes).filter(([file]) => /\.(js|css)$/.test(file));
      return {
        version,
        release: facts.version,
        contracts: facts.contracts,
        entry: `${this.#files}/${facts.name}/${version}/mf-manifest.json`,
        manifest,
        integrity: Object.fromEntries(loaded),
      };
    } catch (err) {
      if (!(err instanceof CommandError)) throw err;
      const message = 'a build differs from what was published and is not served: publish it again';
      this.#log.error({ slice: name, version, err }, message);
      return undefined;
    }
  }
}

/** Evenly from 0 to 100, independently for each canary. */
const hashToPercent = (text: string): number =>
  (createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32) * 100;

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
