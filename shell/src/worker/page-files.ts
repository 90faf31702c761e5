import { listFirstFiles, type Registry } from '../slices/registry.ts';

/** A file that a page needs offline. */
export interface PageFile {
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
