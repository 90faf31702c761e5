import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPdf } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';
import type { CallResult } from './support/user.ts';

const examination = new URL('exams/2031.json', import.meta.url);
const toProblem = ({ http, body }: CallResult) => [http, body.code, body.title];

let portal: RunningApplication;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'exam-'));
  const file = join(folder, 'exam.json');
  const dates = { opens: '2031-06-01T00:00:00+05:30', closes: '2031-06-30T23:59:59+05:30' };
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(examination, 'utf8')), ...dates }));
  portal = await startApplication({ env: { EXAM_FILE: file } });
  portal.stage.register({ stop: () => rm(folder, { recursive: true }) });
});
afterAll(() => portal?.stop());

test.each([
  ['closed', '2031-07-01T00:00:00+05:30', 'Applications are closed. The last date has passed.'],
  ['not open yet', '2031-05-31T23:00:00+05:30', 'Applications are not open yet.'],
])(
  'rejects saves and submissions when applications are %s, and accepts files for edits',
  async (_when, now, title) => {
    await portal.stage.clock.set(now);
    const user = await portal.createUser();
    expect((await user.submit({ name: '' })).http).toBe(400);
    const closed = [403, 'closed', title];
    expect(toProblem(await user.save())).toEqual(closed);
    expect(toProblem(await user.submit())).toEqual(closed);
    expect(toProblem(await user.pay())).toEqual(closed);
    expect([await user.listApplications(), await user.getDraft()]).toEqual([[], []]);
    expect((await user.upload('markmemos', buildPdf())).http).toBe(201);
  },
);
