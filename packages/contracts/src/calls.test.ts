import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { transformSync } from '@swc/core';
import type { CallDefinition } from './call.ts';
import * as calls from './calls.ts';

const options = { jsc: { parser: { syntax: 'typescript' }, target: 'esnext' } } as const;

/** The libraries that a module loads at run time, with the modules that it imports. */
function findLibraries(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const { code } = transformSync(readFileSync(file, 'utf8'), { ...options, filename: file });
  const imports = [...code.matchAll(/^(?:import|export)(?:[^'"=;]* from)? ['"]([^'"]+)/gm)];
  return imports.flatMap(([, name = '']) =>
    name.startsWith('.') ? findLibraries(join(file, '..', name), seen) : [name],
  );
}

test('what browsers import of the contracts loads no library', () => {
  expect(findLibraries(join(import.meta.dirname, 'calls.ts'))).toEqual([]);
});

test('what services import loads zod', () => {
  expect(findLibraries(join(import.meta.dirname, 'index.ts'))).toContain('zod');
});

const isDefinition = (value: unknown): value is CallDefinition =>
  typeof value === 'object' && value !== null && 'session' in value && 'kind' in value;

test('a call has only the fields of a definition, and one for staff names roles', () => {
  const fields = ['name', 'service', 'session', 'roles', 'kind', 'get', 'checks'];
  const definitions = Object.values<unknown>(calls).filter(isDefinition);
  const odd = definitions.filter(
    (call) =>
      Object.keys(call).some((field) => !fields.includes(field)) ||
      (call.session === 'staff') !== 'roles' in call,
  );
  expect(definitions.length).toBeGreaterThan(100);
  expect(odd).toEqual([]);
});
