import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';

interface CruiseResult {
  modules: { source: string; couldNotResolve?: boolean; dependencies: { module: string }[] }[];
  summary: { violations: { from: string; rule: { name: string } }[] };
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CONFIG = join(ROOT, '.dependency-cruiser.cjs');
const rules: string[] = createRequire(import.meta.url)(CONFIG).forbidden.map(
  ({ name }: { name: string }) => name,
);

/** The program exits with the number of violations, which the examples cause. */
async function cruise(folder: string): Promise<CruiseResult> {
  const program = join(ROOT, 'node_modules/.bin/depcruise');
  const args = ['--config', CONFIG, '--output-type', 'json', '.'];
  const { stdout } = await promisify(execFile)(program, args, { cwd: folder, maxBuffer: 2 ** 28 }).catch(
    (error: { stdout: string }) => error,
  );
  return JSON.parse(stdout);
}

describe('the violating examples', () => {
  let violations: CruiseResult['summary']['violations'];

  beforeAll(async () => {
    ({
      summary: { violations },
    } = await cruise(join(ROOT, 'tests/architecture/examples')));
  });

  test.each(rules)('the example of its name violates %s', (name) => {
    const violatingFiles = violations
      .filter(({ rule }) => rule.name === name)
      .map(({ from }) => basename(from, '.ts'));
    expect(violatingFiles).toContain(name);
  });
});

test('imports no type inside an expression, which the import rules ignore', async () => {
  const { modules } = await cruise(ROOT);
  const sources = modules.filter(
    ({ source, couldNotResolve }) =>
      /\.tsx?$/.test(source) && !source.includes('node_modules') && !couldNotResolve,
  );
  const undetected = await Promise.all(
    sources.map(async ({ source, dependencies }) => {
      const text = await readFile(join(ROOT, source), 'utf8');
      const importedNames = [...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].map(([, name]) => name);
      const detectedModules = new Set(dependencies.map(({ module }) => module));
      return importedNames
        .filter((name) => name && !detectedModules.has(name))
        .map((name) => `${source} → ${name}`);
    }),
  );
  expect(undetected.flat()).toEqual([]);
});
