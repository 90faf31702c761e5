import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { transformSync } from '@swc/core';

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
