import { createLog, DependencyUnavailable } from '@archaka/service-kit';
import { expect, test } from '@jest/globals';
import type { Cutoff } from '../retention/rules.ts';
import { type OverdueRow, type RetainedData, toOverduePage } from '../retention/rules.ts';
import { listOverdueData, sweep } from './sweeper.ts';

const cutoff = {} as Cutoff;
const log = createLog({ name: 'test', level: 'silent' });
const toDueAt = (day: number) => new Date(day * 86_400_000);
const buildRows = (count: number): OverdueRow[] =>
  Array.from({ length: count }, (_, at) => ({ id: String(at).padStart(5, '0'), dueAt: toDueAt(at) }));

/** Rows in memory whose deletion may fail. */
function createData(rows: OverdueRow[], onDelete: (id: string) => void = () => undefined): RetainedData {
  return {
    kind: 'thing',
    listOverdue: async (_cutoff, page) => {
      const { after = '', limit } = page;
      const read = rows.filter(({ id }) => id > after).slice(0, limit);
      return toOverduePage(read, page, read);
    },
    delete: async ({ id }) => {
      onDelete(id);
      const at = rows.findIndex((row) => row.id === id);
      if (at < 0) return false;
      rows.splice(at, 1);
      return true;
    },
  };
}

const run = (data: RetainedData, signal = new AbortController().signal) => {
  let counted = 0;
  const onDeleted = () => {
    counted += 1;
  };
  return sweep({ data, cutoff, onDeleted, log, signal }).then((result) => ({ ...result, counted }));
};

test('skips held rows and those that cannot be deleted, and reports since when the oldest is overdue', async () => {
  const rows = buildRows(250).map((row, at) => (at === 7 ? { ...row, isHeld: true } : row));
  const data = createData(rows, (id) => {
    if (id === '00201') throw new Error('a bad row');
  });
  const { deletable, held } = await listOverdueData(data, cutoff);
  expect([deletable.length, held.map(({ id }) => id)]).toEqual([249, ['00007']]);
  expect(await run(data)).toEqual({ deleted: 248, counted: 248, oldestDueAt: toDueAt(7) });
  expect(rows.map(({ id }) => id)).toEqual(['00007', '00201']);
});

test('stops on request, and the next sweep deletes the rest', async () => {
  const rows = buildRows(300);
  const stopping = new AbortController();
  const data = createData(rows, (id) => {
    if (id === '00099') stopping.abort();
  });
  expect(await run(data, stopping.signal)).toMatchObject({ deleted: 100, oldestDueAt: toDueAt(100) });
  expect(rows).toHaveLength(200);
  expect(await run(data)).toMatchObject({ deleted: 200, oldestDueAt: null });
});

test('fails as a whole while a database does not respond', async () => {
  const data = createData(buildRows(3), () => {
    throw new DependencyUnavailable('store');
  });
  await expect(run(data)).rejects.toThrow(DependencyUnavailable);
});
