import { mongo } from 'mongoose';
import { findWords, isPlainObject } from './ids.ts';

/** Values that differ for each person. */
export interface Particulars {
  /** In the order of the template's ids. */
  readonly ids: readonly string[];
  readonly shiftMs: number;
  /** Shift of dates that were in the future when the template was read: they stay in the future. */
  readonly futureMs: number;
  readonly createBytes: (length: number) => Buffer;
}

type Build = (person: Particulars) => unknown;

export interface RowContext {
  readonly idPlaces: ReadonlyMap<string, number>;
  /** Time of the template's read. */
  readonly readAt: Date;
  /** Paths of TTL dates, which derive from the time of the write. */
  readonly expiryPaths: ReadonlySet<string>;
}

/** `DUE_NOW` of queues. */
const isInstant = (date: Date) => date.getTime() > 0;

const toConstant = (value: unknown): Build => {
  const build: Build = () => value;
  constants.add(build);
  return build;
};
const constants = new WeakSet<Build>();

function compileText(text: string, { idPlaces }: RowContext): Build {
  const known = findWords(text).filter((id) => idPlaces.has(id));
  if (known.length === 0) return toConstant(text);
  const parts: (string | number)[] = [];
  let rest = text;
  for (const id of known) {
    const at = rest.indexOf(id);
    parts.push(rest.slice(0, at), idPlaces.get(id) as number);
    rest = rest.slice(at + id.length);
  }
  parts.push(rest);
  return ({ ids }) => {
    let built = '';
    for (const part of parts) built += typeof part === 'number' ? ids[part] : part;
    return built;
  };
}

function compileDate(date: Date, path: string, { readAt, expiryPaths }: RowContext): Build {
  if (!isInstant(date)) return toConstant(date);
  const isToCome = date > readAt && !expiryPaths.has(path);
  return ({ shiftMs, futureMs }) => new Date(date.getTime() + (isToCome ? futureMs : shiftMs));
}

function compileEntries(value: Record<string, unknown>, path: string, context: RowContext): Build {
  const entries = Object.entries(value).map(
    ([key, each]) => [key, compileRow(each, context, path === '' ? key : `${path}.${key}`)] as const,
  );
  if (entries.every(([, build]) => constants.has(build))) return toConstant(value);
  return (person) => {
    const built: Record<string, unknown> = {};
    for (const [key, build] of entries) built[key] = build(person);
    return built;
  };
}

/** Prepares a template's row once, so that copies of it are built fast. */
export function compileRow(value: unknown, context: RowContext, path = ''): Build {
  if (typeof value === 'string') return compileText(value, context);
  if (value instanceof Date) return compileDate(value, path, context);
  if (Buffer.isBuffer(value)) return ({ createBytes }) => createBytes(value.length);
  if (value instanceof mongo.ObjectId) return () => new mongo.ObjectId();
  if (Array.isArray(value)) {
    const builds = value.map((each) => compileRow(each, context, path));
    return (person) => builds.map((build) => build(person));
  }
  return isPlainObject(value) ? compileEntries(value, path, context) : toConstant(value);
}
