import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPdf } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { startApplication } from './support/service.ts';
import type { CallResult } from './support/user.ts';

const examination = new URL('exams/2031.json', import.meta.url);
const toProblem = ({ http, body }: CallResult) => [http, body.code, body.title];

/** The service with the examination of 2031, some of its dates moved. */
async function startWith(dates: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'exam-'));
  const file = join(folder, 'exam.json');
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(examination, 'utf8')), ...dates }));
  const portal = await startApplication({ env: { EXAM_FILE: file } });
  portal.stage.register({ stop: () => rm(folder, { recursive: true }) });
  return portal;
}

test.each([
  [
    'closed',
    { opens: '2024-06-01T00:00:00+05:30', closes: '2024-06-30T23:59:59+05:30' },
    'Applications are closed. The last date has passed.',
  ],
  [
    'not open yet',
    { opens: '2090-06-01T00:00:00+05:30', closes: '2090-06-30T23:59:59+05:30' },
    'Applications are not open yet.',
  ],
])(
  'when applications are %s, then saving and submitting say so, and files for edits still come',
  async (_when, dates, title) => {
    const portal = await startWith(dates);
    try {
      const user = await portal.createUser();
      expect((await user.submit({ name: '' })).http).toBe(400);
      const closed = [403, 'closed', title];
      expect(toProblem(await user.save())).toEqual(closed);
      expect(toProblem(await user.submit())).toEqual(closed);
      expect(toProblem(await user.pay())).toEqual(closed);
      expect([await user.listApplications(), await user.getDraft()]).toEqual([[], []]);
      expect((await user.upload('markmemos', buildPdf())).http).toBe(201);
    } finally {
      await portal.stop();
    }
  },
  30_000,
);
