import { expect, test } from '@jest/globals';
import { type Capabilities, listMissing } from './requirements.ts';

const complete: Capabilities = {
  platform: 'linux',
  isRoot: true,
  hasProgram: async () => true,
  canUnshare: async () => true,
};

test('lists nothing when all requirements are met', async () => {
  expect(await listMissing(complete)).toEqual([]);
});

test.each([
  { lack: { platform: 'darwin' } as const, expected: ['It needs Linux namespaces.'] },
  { lack: { isRoot: false }, expected: ['It needs root for namespaces and mounts.'] },
  {
    lack: { hasProgram: async (name: string) => name !== 'nft' && name !== 'ip' },
    expected: ['Install these packages: iproute2, nftables.'],
  },
  {
    lack: { canUnshare: async () => false },
    expected: ['This machine does not permit namespaces.'],
  },
])('lists the missing requirement: $expected', async ({ lack, expected }) => {
  expect(await listMissing({ ...complete, ...lack })).toEqual(expected);
});
