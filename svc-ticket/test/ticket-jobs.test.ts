import { expect, test } from '@jest/globals';
import { createTicketStore } from './support/ticket-store.ts';

const ID = 'ARC24-EDITED';
const { createRepositories } = createTicketStore();

test('does not issue a version that was edited while its ticket was printed, and leaves the newer one due', async () => {
  const { jobs } = createRepositories();
  const claim = async () => {
    const [claimed] = await jobs.rows.claim({ limit: 1 });
    if (!claimed) throw new Error('no ticket is due');
    return claimed.row;
  };
  await jobs.enqueue(ID, 1);
  const older = await claim();
  await jobs.enqueue(ID, 2);
  expect(await jobs.complete(older)).toBe(false);
  const newer = await claim();
  expect(newer.version).toBe(2);
  expect([await jobs.complete(newer), await jobs.complete(newer)]).toEqual([true, false]);
});
