import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { object } from 'zod';
import * as stub from './zod-stub.ts';

const contracts = path.join(import.meta.dirname, '../../contracts/src');

/** What browsers do not come through. */
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

test('when the contracts use a part of zod, then the browser has something that stands for it', () => {
  const missing = [...findUsedNames()].filter((name) => !types.has(name) && !(name in stub));
  expect(missing).toEqual([]);
});

test('when something would be parsed in the browser, then that is an error and no silent yes', () => {
  const schema = (stub.object as typeof object)({});
  expect(() => schema.extend({}).safeParse({})).toThrow('parse nothing in the browser');
});
