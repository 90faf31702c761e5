import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { listSlices } from '@archaka/contracts/slices';
import { describe, expect, test } from '@jest/globals';
import { ROOT } from '../stages/stage.ts';

// `npm run alone` proves it completely; this check is quick enough for every run.
const slices = listSlices(ROOT, 'mf', 'svc');

// `resolve(` of a module, not of a promise.
const IMPORTED = /(?:\bfrom|\bimport\(?|(?<!\.)\bresolve\(|\bmeta\.resolve\()\s*'([@\w][\w./@-]*)'/g;
const RELATIVE = /(?:\bfrom|\bimport\(?|\bresolve\(|new URL\()\s*'(\.{1,2}\/[^'\n]*)'/g;

interface Mention {
  readonly file: string;
  readonly name: string;
}

function findMentions(slice: string, pattern: RegExp): Mention[] {
  const files = globSync(`${slice}/**/*.{ts,tsx,mjs}`, {
    cwd: ROOT,
    exclude: ['**/node_modules', '**/dist'],
  });
  return files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(pattern)].map(([, name = '']) => ({ file, name })),
  );
}

const toPackageName = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

describe.each(slices)('%s builds without the rest of the repository', (slice) => {
  test('no path leads out of its folder', () => {
    const outsideImports = findMentions(slice, RELATIVE).filter(
      ({ file, name }) => !normalize(join(dirname(file), name)).startsWith(`${slice}/`),
    );
    expect(outsideImports).toEqual([]);
  });

  test('its own manifest names every package that it imports', () => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(
      readFileSync(join(ROOT, slice, 'package.json'), 'utf8'),
    );
    const declaredDependencies = Object.keys({ ...dependencies, ...devDependencies });
    const undeclared = findMentions(slice, IMPORTED).filter(
      ({ name }) => !isBuiltin(name) && !declaredDependencies.includes(toPackageName(name)),
    );
    expect(undeclared).toEqual([]);
  });
});
