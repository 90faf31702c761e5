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

const toNumbers = (version: string) => version.split('.').map(Number);
const isOlder = (version: string, than: string): boolean => {
  const [one, other] = [toNumbers(version), toNumbers(than)];
  const place = one.findIndex((number, index) => number !== other[index]);
  return place >= 0 && (one[place] ?? 0) < (other[place] ?? 0);
};

test.each([
  ['qs', '6.16.0'],
  ['body-parser', '2.4.0'],
  ['undici', '7.30.2'],
])('locks every copy of %s at %s or newer, also below other packages', (name, oldest) => {
  const copies = Object.entries(packages).filter(([path]) => path.endsWith(`node_modules/${name}`));
  expect(copies.length).toBeGreaterThan(0);
  expect(copies.filter(([, { version = '0.0.0' }]) => isOlder(version, oldest))).toEqual([]);
});

test('locks one copy of the driver of MongoDB, the one that mongoose is made for', () => {
  expect(Object.keys(packages).filter((path) => path.endsWith('node_modules/mongodb'))).toEqual([
    'node_modules/mongodb',
  ]);
});
