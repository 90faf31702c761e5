import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { object } from 'zod';
import * as stub from './zod-stub.ts';

const contracts = path.join(import.meta.dirname, '../../contracts/src');

/** Modules that browsers never load. */
const otherEntryPoints = /^(describe\.ts$|docs\/)/;

/** Names of zod's values in the sources; capitalized ones are types. */
function findUsedNames(): Set<string> {
  const sources = readdirSync(contracts, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !otherEntryPoints.test(file))
    .map((file) => readFileSync(path.join(contracts, file), 'utf8'))
    .filter((source) => /^import \* as z from 'zod'/m.test(source));
  const uses = sources.flatMap((source) => [...source.matchAll(/\bz\.([a-z]\w*)\b(?!\.\w*<)/g)]);
  return new Set(uses.map(([, name]) => name ?? ''));
}

const types = new Set(['infer', 'input', 'output', 'core']);

test('has a substitute for each part of zod that the contracts use', () => {
  const missing = [...findUsedNames()].filter((name) => !types.has(name) && !(name in stub));
  expect(missing).toEqual([]);
});

test('throws when the browser would parse a value', () => {
  const schema = (stub.object as typeof object)({});
  expect(() => schema.extend({}).safeParse({})).toThrow('parse nothing in the browser');
});
