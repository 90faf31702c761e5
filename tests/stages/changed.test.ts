import { expect, test } from '@jest/globals';
import { selectSuites, type Workspace } from './changed.ts';

const buildWorkspace = (folder: string, ...dependencies: string[]): Workspace => ({
  folder,
  name: folder,
  dependencies,
});

const workspaces = [
  buildWorkspace('packages/contracts', 'zod'),
  buildWorkspace('packages/service-kit', 'packages/contracts'),
  buildWorkspace('svc-payment', 'packages/service-kit'),
  buildWorkspace('svc-ticket', 'packages/service-kit', 'svc-payment'),
  buildWorkspace('mf-history', 'packages/contracts'),
  buildWorkspace('tests', 'packages/service-kit'),
];

test('selects nothing but static checks when no file differs', () => {
  const { patterns } = selectSuites([], workspaces);
  expect(patterns).toEqual({ unit: [], manifests: [], recipes: [], integration: [], e2e: [] });
});

test.each([
  ['svc-payment/src/main.ts', ['web-types', 'e2e-types']],
  ['mf-history/src/expose/routes.tsx', ['types', 'e2e-types']],
  ['tests/e2e/doctor.test.ts', ['web-types']],
  ['packages/contracts/src/call.ts', []],
  ['tsconfig.json', []],
])('skips the type checks that do not read %s when it changed', (file, skipped) => {
  expect(selectSuites([file], workspaces).skippedTypeChecks).toEqual(skipped);
});

test('selects the suites of one service, and no browser, when only that service changed', () => {
  expect(selectSuites(['svc-payment/src/main.ts'], workspaces)).toMatchObject({
    reasons: ['files that differ from main: 1', 'svc-payment: changed'],
    patterns: {
      unit: ['/tests/architecture/', '/svc-payment/'],
      manifests: [],
      recipes: [],
      integration: ['/svc-payment/'],
      e2e: [],
    },
  });
});

test('adds the workspaces that import a changed one, directly or through others', () => {
  const { patterns, reasons } = selectSuites(['packages/contracts/src/call.ts'], workspaces);
  expect(patterns.integration).toEqual([
    '/packages/contracts/',
    '/packages/service-kit/',
    '/svc-payment/',
    '/svc-ticket/',
    '/mf-history/',
  ]);
  expect(reasons).toContain('svc-payment: imports packages/service-kit');
});

test('selects the integration suites of the service whose contracts changed, and the unit tests of all that import them', () => {
  const { patterns } = selectSuites(['packages/contracts/src/payment/calls.ts'], workspaces);
  expect(patterns.integration).toEqual(['/packages/contracts/', '/svc-payment/']);
  expect(patterns.unit).toContain('/svc-ticket/');
  const files = ['packages/contracts/src/payment/calls.ts', 'svc-ticket/src/main.ts'];
  expect(selectSuites(files, workspaces).patterns.integration).toContain('/svc-ticket/');
});

test('selects the browser suites of a remote when its files changed', () => {
  const { patterns } = selectSuites(['mf-history/src/expose/routes.tsx'], workspaces);
  expect(patterns.e2e).toEqual(['/tests/e2e/history/']);
});

test('selects an e2e suite when its own file changed', () => {
  const { patterns } = selectSuites(['tests/e2e/doctor.test.ts'], workspaces);
  expect(patterns.e2e).toEqual(['/tests/e2e/doctor.test.ts']);
});

test('selects every workspace when a shared file changed', () => {
  const { patterns, reasons } = selectSuites(['jest.config.mjs'], workspaces);
  expect(patterns.unit).toHaveLength(1 + workspaces.length);
  expect(reasons).toContain('mf-history: jest.config.mjs');
});

test('selects the manifests and no workspace when only a manifest changed', () => {
  const { patterns } = selectSuites(['infra/k8s/base/shell.yaml'], workspaces);
  expect(patterns).toEqual({
    unit: ['/tests/architecture/'],
    manifests: ['/tests/manifests/'],
    recipes: [],
    integration: [],
    e2e: [],
  });
});

test.each(['CONTRIBUTING.md', 'docs/recipes/call.diff', 'infra/local/new-slice/src/main.ts'])(
  'selects the stage that follows the recipes when %s changed',
  (file) => {
    const { patterns, reasons } = selectSuites([file], workspaces);
    expect(patterns.recipes).toEqual(['/infra/local/new-slice/checks/']);
    expect(reasons).toContain(`recipes: ${file} changed`);
  },
);
