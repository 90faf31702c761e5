import { expect, test } from '@jest/globals';
import { compareLocks, type Lock } from './changed/compare-locks.ts';

const lock = {
  '': { dependencies: { jest: '30' } },
  'svc-payment': { dependencies: { razorpay: '2', contracts: '1' } },
  'svc-ticket': { dependencies: { pdf: '1' }, devDependencies: { axios: '1' } },
  contracts: { dependencies: { zod: '4' } },
  'node_modules/contracts': { link: true },
  'node_modules/jest': { version: '30.0.0' },
  'node_modules/razorpay': { version: '2.9.8', dependencies: { axios: '1' } },
  'node_modules/axios': { version: '1.1.0' },
  'node_modules/pdf': { version: '1.0.0' },
  'node_modules/zod': { version: '4.0.0' },
  'svc-ticket/node_modules/axios': { version: '1.0.0' },
} satisfies Lock;

const change = (path: keyof typeof lock): Lock => ({ ...lock, [path]: { ...lock[path], version: '9.9.9' } });

test.each([
  ['that only one workspace uses', 'node_modules/pdf', [['svc-ticket', 'pdf']]],
  ['that a workspace uses through another package', 'node_modules/axios', [['svc-payment', 'axios']]],
  ['that only a nested folder contains', 'svc-ticket/node_modules/axios', [['svc-ticket', 'axios']]],
  ['of another workspace, which is not its own', 'node_modules/zod', [['contracts', 'zod']]],
  ['that the root uses', 'node_modules/jest', [['', 'jest']]],
] as const)('a changed package %s affects its users only', (_which, path, expected) => {
  expect([...compareLocks(lock, change(path))]).toEqual(expected);
});

test('a removed and an added package affect their users', () => {
  const { 'node_modules/pdf': _removed, ...without } = lock;
  expect([...compareLocks(lock, without)]).toEqual([['svc-ticket', 'pdf']]);
  expect([...compareLocks(without, lock)]).toEqual([['svc-ticket', 'pdf']]);
});

test('equal locks affect nothing', () => {
  expect([...compareLocks(lock, structuredClone(lock))]).toEqual([]);
});
