import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { parseFile, type Tree, walk } from './syntax-tree.ts';

interface CruiseResult {
  summary: { violations: { from: string; rule: { name: string } }[] };
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CONFIG = join(ROOT, '.dependency-cruiser.cjs');
const rules: string[] = createRequire(import.meta.url)(CONFIG).forbidden.map(
  ({ name }: { name: string }) => name,
);

/** For each rule a folder, and what a file in it imports against the rule. */
const examples: Record<string, readonly [folder: string, imported: string]> = {
  'workspace-bench': ['bench/src', 'shell/src/frame.ts'],
  'workspace-scanner': ['hall-scanner/src', 'packages/ui/src/index.ts'],
  'workspace-dev': ['infra/local/dev', 'shell/src/frame.ts'],
  'workspace-engines': ['infra/local/engines/src', 'packages/contracts/src/index.ts'],
  'workspace-local': ['infra/local/src', 'packages/service-kit/src/index.ts'],
  'workspace-simulator': ['infra/razorpay-sim/src', 'packages/contracts/src/index.ts'],
  'workspace-test-kit': ['infra/test-kit/src', 'svc-auth/src/features/sign-in.ts'],
  'workspace-remote': ['mf-history/src', 'mf-auth/src/session.ts'],
  'workspace-contracts': ['packages/contracts/src', 'packages/service-kit/src/index.ts'],
  'workspace-platform': ['packages/platform/src', 'shell/src/frame.ts'],
  'workspace-service-kit': ['packages/service-kit/src', 'packages/privacy-kit/src/index.ts'],
  'workspace-privacy-kit': ['packages/privacy-kit/src', 'packages/ui/src/index.ts'],
  'workspace-slice-tools': ['packages/slice-tools/src', 'packages/ui/src/index.ts'],
  'workspace-slice-store': ['packages/slice-store/src', 'packages/service-kit/src/index.ts'],
  'workspace-ui': ['packages/ui/src', 'packages/service-kit/src/index.ts'],
  'workspace-shell-server': ['shell/server', 'packages/ui/src/index.ts'],
  'workspace-shell-browser': ['shell/src', 'packages/service-kit/src/index.ts'],
  'workspace-service': ['svc-ticket/src/features', 'svc-payment/src/domain/order.ts'],
  'workspace-tests': ['tests/e2e', 'svc-auth/src/persistence/accounts.ts'],
  'domain-knows-rules-only': ['svc-auth/src/domain', 'svc-auth/src/persistence/accounts.ts'],
  'domain-does-no-io': ['svc-auth/src/domain', 'node:fs'],
  'persistence-imports-domain-only': ['svc-auth/src/persistence', 'svc-auth/src/features/sign-in.ts'],
  'nothing-imports-main': ['svc-auth/src/features', 'svc-auth/src/main.ts'],
  'mongoose-in-persistence-only': ['svc-auth/src/features', 'mongoose'],
  'broker-in-service-kit-only': ['svc-auth/src/features', 'amqplib'],
  'shell-without-stores': ['shell/server', 'mongoose'],
  'contracts-import-zod-only': ['packages/contracts/src', 'node:crypto'],
  'browser-imports-calls-only': ['mf-auth/src', 'packages/contracts/src/index.ts'],
  'browser-has-no-node': ['mf-auth/src', 'node:path'],
  'test-kit-in-tests-only': ['svc-auth/src/features', 'infra/test-kit/src/index.ts'],
  'slice-tools-in-settings-only': ['svc-auth/src/features', 'packages/slice-tools/sources.ts'],
  'no-import-of-tests': ['svc-auth/src/features', 'svc-auth/src/features/sign-in.test.ts'],
  'packages-by-name': ['svc-auth/src/features', 'packages/service-kit/src/index.ts'],
  'no-circular': ['svc-auth/src/domain', 'svc-auth/src/domain/no-circular.ts'],
  'no-unresolved': ['svc-auth/src/domain', './nothing.ts'],
  'vague-folder-imported': ['svc-auth/src/features', 'svc-auth/src/utils/dates.ts'],
  'vague-folder-imports': ['svc-auth/src/common', 'svc-auth/src/persistence/accounts.ts'],
};

/** A type, a value or a dynamic import: the rules see each of them. */
const forms = [
  (name: string) => `export type * from '${name}';\n`,
  (name: string) => `import '${name}';\n`,
  (name: string) => `export const load = () => import('${name}');\n`,
];

/** Writes the examples to a folder, each in a file with the name of its rule. */
function writeExamples(root: string): void {
  const write = (path: string, text: string) => {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [rule, [folder, imported]] of Object.entries(examples)) {
    const isFile = imported.endsWith('.ts') && !imported.startsWith('.');
    if (isFile && imported !== `${folder}/${rule}.ts`) write(imported, 'export {};\n');
    const relativePath = relative(folder, imported);
    const name = isFile ? (relativePath.startsWith('.') ? relativePath : `./${relativePath}`) : imported;
    write(`${folder}/${rule}.ts`, forms.map((form) => form(name)).join(''));
  }
}

/** The program exits with the number of violations, which the examples cause. */
async function cruise(folder: string): Promise<CruiseResult> {
  const program = join(ROOT, 'node_modules/.bin/depcruise');
  const args = ['--config', CONFIG, '--output-type', 'json', '.'];
  const { stdout } = await promisify(execFile)(program, args, { cwd: folder, maxBuffer: 2 ** 28 }).catch(
    (error: { stdout: string }) => error,
  );
  return JSON.parse(stdout);
}

test('the example of each rule violates it', async () => {
  // Inside the checkout, where libraries are found.
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, '.cache/import-rules-'));
  try {
    writeExamples(folder);
    const { violations } = (await cruise(folder)).summary;
    const violated = violations
      .filter(({ from, rule }) => basename(from, '.ts') === rule.name)
      .map(({ rule }) => rule.name);
    expect([...new Set(violated)].sort()).toEqual(rules.toSorted());
  } finally {
    rmSync(folder, { recursive: true });
  }
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
