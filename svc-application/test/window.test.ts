import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { startApplication } from './support/service.ts';

const examination = new URL('../../exams/2024.json', import.meta.url);

test.each([
  [
    'closed',
    { opens: '2024-06-01T00:00:00+05:30', closes: '2024-06-30T23:59:59+05:30' },
    'Applications are closed',
  ],
  [
    'not open yet',
    { opens: '2040-06-01T00:00:00+05:30', closes: '2040-06-30T23:59:59+05:30' },
    'not open yet',
  ],
])(
  'when applications are %s, then submitting says so, and a draft is still saved',
  async (_when, dates, words) => {
    const folder = await mkdtemp(join(tmpdir(), 'exam-'));
    const file = join(folder, 'exam.json');
    await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(examination, 'utf8')), ...dates }));
    const portal = await startApplication({ env: { EXAM_FILE: file } });
    try {
      const user = await portal.user();
      expect((await user.submit({ name: '' })).http).toBe(400);
      const { http, body } = await user.submit();
      expect([http, body.title]).toEqual([403, expect.stringContaining(words)]);
      const saved = await user.save();
      expect(saved.body.status).toBe(200);
      expect((await user.pay(saved.body.data[0])).http).toBe(403);
      expect(await user.listed()).toEqual([]);
    } finally {
      await portal.stop();
      await rm(folder, { recursive: true });
    }
  },
  30_000,
);
