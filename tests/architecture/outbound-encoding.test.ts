import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../stages/stage.ts';

/** Programs that run on Node and send requests to other machines. */
const FOLDERS = [
  'svc-*/src',
  'packages/*-kit/src',
  'packages/slice-store/src',
  'shell/server',
  'infra/local/src',
];

/** Node's decoder of Brotli has an out-of-bounds write before 24.22.1, and `fetch` offers Brotli unless told otherwise. */
test('requests no Brotli in a fetch of a program that runs on Node', () => {
  const patterns = FOLDERS.map((folder) => `${folder}/**/*.ts`);
  const files = execFileSync('git', ['ls-files', ...patterns.map((pattern) => `:(glob)${pattern}`)], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const callers = files
    .trim()
    .split('\n')
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .filter((file) => /(?<![.\w])fetch\(/.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(callers).toContain('svc-auth/src/sms/msg91.ts');
  const offering = callers.filter(
    (file) => !readFileSync(join(ROOT, file), 'utf8').includes("'accept-encoding': 'gzip'"),
  );
  expect(offering).toEqual([]);
});
