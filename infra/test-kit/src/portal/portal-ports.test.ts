import { createServer } from 'node:net';
import { isFree } from '@archaka/engines';
import { expect, test } from '@jest/globals';
import { claimPortalPorts } from './portal-ports.ts';

test('reserves a range of ports for one portal, until it is released', async () => {
  const claims = await Promise.all(Array.from({ length: 8 }, () => claimPortalPorts()));
  const bases = claims.map(({ basePort }) => basePort).toSorted((one, other) => one - other);
  for (const [index, base] of bases.slice(1).entries())
    expect(base - (bases[index] ?? 0)).toBeGreaterThan(30);
  const [first] = bases;
  expect(await isFree((first ?? 0) - 1)).toBe(false);
  await Promise.all(claims.map(({ release }) => release()));
  expect(await isFree((first ?? 0) - 1)).toBe(true);
});

test('returns free ports', async () => {
  const { basePort, release } = await claimPortalPorts();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(basePort, '::', resolve));
  server.close();
  await release();
});
