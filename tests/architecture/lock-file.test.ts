import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../stages/stage.ts';

interface LockedPackage {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, LockedPackage>>;
};
const EXACT = /^\d+\.\d+\.\d+$/;

/** Resolves a dependency of a package: the nearest one in the folders above it. */
function resolve(from: string, name: string): LockedPackage | undefined {
  const folders = from.split('/');
  for (let depth = folders.length; depth >= 0; depth -= 1) {
    const found = packages[[...folders.slice(0, depth), 'node_modules', name].join('/')];
    if (found) return found;
  }
  return undefined;
}

test('locks the package of every platform, so that npm ci installs on each', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name, version]) => EXACT.test(version) && resolve(path, name)?.version !== version)
      .map(([name, version]) => `${path} lacks ${name}@${version}`),
  );
  expect(missing).toEqual([]);
});
