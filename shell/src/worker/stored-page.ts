import { listFirstFiles, type Registry } from '../slices/registry.ts';

/** A file that a page needs offline. */
interface PageFile {
  /** Absolute address. */
  readonly url: string;
  /** `sha384-…`; undefined for the shell's own. */
  readonly integrity?: string | undefined;
}

const shellFile = /(?:href|src)="(\/assets\/[^"]+)"/g;
const inlineRegistry = /<script type="application\/json" id="slices">(.*?)<\/script>/s;

function parseRegistry(html: string): Registry {
  const [, text] = inlineRegistry.exec(html) ?? [];
  return text ? (JSON.parse(text) as { slices: Registry }).slices : {};
}

/** The shell's files that the page names, and the entry files of every slice in its registry. */
export function listPageFiles(html: string, origin: string): PageFile[] {
  const own = [...html.matchAll(shellFile)].map(([, path = '']) => ({ url: new URL(path, origin).href }));
  const ofSlices = Object.values(parseRegistry(html)).flatMap((release) => listFirstFiles(release, origin));
  return [...new Map([...own, ...ofSlices].map((file) => [file.url, file])).values()];
}

/** Whether a page of this registry may load it: the shell's files, and those of its releases. */
export function isFileOf(url: string, { html, origin }: { html: string; origin: string }): boolean {
  const folders = Object.values(parseRegistry(html)).map(
    ({ entry }) => new URL('.', new URL(entry, origin)).href,
  );
  return [`${origin}/assets/`, ...folders].some((folder) => url.startsWith(folder));
}

const madeAt = /(<meta name="made-at" content=")([^"]+)(">)/;
const session = /(<meta name="session" content=")[^"]*(">)/;

/** Without a session, and with an advanced clock. @param ageMs since the page was stored */
export const toOfflinePage = (html: string, ageMs: number): string =>
  html
    .replace(session, '$1unknown$2')
    .replace(madeAt, (_, start, time, end) => start + new Date(Date.parse(time) + ageMs).toISOString() + end);

/** One page serves every address: the browser renders the address's content. */
const PAGE = '/';
const CACHE_PREFIX = 'archaka-page-';
const STORED_AT = 'x-stored-at';
const MAX_AGE_MS = 60 * 60 * 1000;
/** Hash of the bytes as sent, which a cache does not hold. */
const transferHeaders = ['content-encoding', 'content-length', 'transfer-encoding'];

const ofAnyPage: CacheQueryOptions = { ignoreVary: true };

const findPage = async (): Promise<Response | undefined> => caches.match(PAGE, ofAnyPage);

export const findFile = async (url: string): Promise<Response | undefined> => caches.match(url, ofAnyPage);

const ageOf = ({ headers }: Response): number => Math.max(0, Date.now() - Number(headers.get(STORED_AT)));

/** The stored page; undefined before the first. */
export async function openStoredPage(): Promise<Response | undefined> {
  const stored = await findPage();
  if (!stored) return undefined;
  const ageMs = ageOf(stored);
  return new Response(toOfflinePage(await stored.text(), ageMs), { headers: stored.headers });
}

/** A cache for each set of files, so that no page loads files of another release. */
async function openCacheFor(files: readonly PageFile[]): Promise<{ name: string; cache: Cache }> {
  const urls = files.map(({ url }) => url).sort();
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(urls.join('\n')));
  const digits = Array.from(new Uint8Array(hash, 0, 8), (byte) => byte.toString(16).padStart(2, '0'));
  const name = CACHE_PREFIX + digits.join('');
  return { name, cache: await caches.open(name) };
}

/** The files' names contain their hashes, so the browser's own cache has most of them and none is stale. */
async function addFile(cache: Cache, { url, integrity = '' }: PageFile): Promise<void> {
  if (await cache.match(url, ofAnyPage)) return;
  const request = new Request(url, { mode: 'cors', credentials: 'same-origin', integrity });
  const response = (await findFile(url)) ?? (await fetch(request));
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  await cache.put(url, response);
}

/** Whether the stored page is of this release, with recent dates and notes. */
async function isCurrent(release: readonly string[]): Promise<boolean> {
  const stored = await findPage();
  if (!stored || ageOf(stored) > MAX_AGE_MS) return false;
  const html = await stored.text();
  return release.every((part) => html.includes(part));
}

/** Replaces the stored page once all its files are stored. @throws when one is missing; the previous page stays */
export async function storePage(release: readonly string[]): Promise<void> {
  if (await isCurrent(release)) return;
  const response = await fetch(PAGE, { credentials: 'same-origin', redirect: 'error' });
  if (!response.ok) return;
  const html = await response.text();
  const files = listPageFiles(html, location.origin);
  const { name, cache } = await openCacheFor(files);
  await Promise.all(files.map((file) => addFile(cache, file)));
  const headers = new Headers(response.headers);
  for (const header of transferHeaders) headers.delete(header);
  headers.set(STORED_AT, String(Date.now()));
  await cache.put(PAGE, new Response(html, { headers }));
  const others = (await caches.keys()).filter((each) => each.startsWith(CACHE_PREFIX) && each !== name);
  await Promise.all(others.map((each) => caches.delete(each)));
}

/** Adds the files that an open page has loaded since: chunks, fonts and words on demand. */
export async function addUsedFiles(urls: readonly string[]): Promise<void> {
  const html = await (await findPage())?.text();
  const [name] = (await caches.keys()).filter((each) => each.startsWith(CACHE_PREFIX));
  if (!html || !name) return;
  const cache = await caches.open(name);
  const own = urls.filter((url) => isFileOf(url, { html, origin: location.origin }));
  await Promise.all(own.map((url) => addFile(cache, { url })));
}
