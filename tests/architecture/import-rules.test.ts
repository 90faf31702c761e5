import { execFile, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { parseFile, type Tree, walk } from './syntax-tree.ts';

interface CruiseResult {
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

/** Modules of which a file names a type inside an expression, but which it does not import. */
function findHiddenImports(file: string): string[] {
  const nodes = [...walk(parseFile(join(ROOT, file)))];
  const findNames = (type: string, field: string) =>
    nodes.filter((node) => node.type === type).map((node) => (node[field] as Tree | null)?.value);
  const dynamicImports = nodes
    .filter(({ type, callee }) => type === 'CallExpression' && (callee as Tree).type === 'Import')
    .map((node) => (node.arguments as { expression: Tree }[])[0]?.expression.value);
  const imported = new Set([...findNames('ImportDeclaration', 'source'), ...dynamicImports]);
  return findNames('TsImportType', 'argument')
    .filter((name) => !imported.has(name))
    .map((name) => `${file} → ${name}`);
}

test('imports no type inside an expression, which the import rules ignore', () => {
  const { stdout } = spawnSync(
    'git',
    ['grep', '--untracked', '-lF', 'import(', '--', '*.ts', '*.tsx', ':!*.d.ts'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  const files = stdout.trim().split('\n');
  expect(files).toContain('tests/architecture/import-rules.test.ts');
  expect(files.flatMap(findHiddenImports)).toEqual([]);
});
