import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../stages/stage.ts';

const DURATION = String.raw`performance\.now\(\)|cpuUsage\(|hrtime|measure\w*\(|\b(?:ms|p95|p99)\b|\w+Ms\b`;
/** An upper limit that is a number or a constant; comparing two measurements of one run is fine. */
const LIMIT = String.raw`(?:scaledTimeout\(|[\d_]+\)|[A-Z_]+_MS\b)`;
const ASSERTION = new RegExp(
  String.raw`expect\([^;]*(?:${DURATION})[^;]*\.toBeLessThan(?:OrEqual)?\(\s*${LIMIT}`,
);

const findAssertions = (source: string): string[] =>
  source.split('\n').filter((line) => ASSERTION.test(line));

test('finds an assertion on how long the machine takes, and no comparison within one run', () => {
  expect(findAssertions('expect(performance.now() - start).toBeLessThan(scaledTimeout(500));')).toHaveLength(
    1,
  );
  expect(findAssertions('expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);')).toHaveLength(1);
  expect(findAssertions('expect(ms).toBeLessThanOrEqual(MAX_STEP_MS);')).toHaveLength(1);
  expect(findAssertions('expect(inWorkerMs).toBeLessThan((await measureCpuMs(parse)) / 2);')).toEqual([]);
  expect(findAssertions('expect(calls).toBeLessThan(20);')).toEqual([]);
});

test('asserts in no test how long this machine takes', () => {
  const files = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx'], { cwd: ROOT, encoding: 'utf8' });
  const found = files
    .trim()
    .split('\n')
    .filter((file) => !file.startsWith('tests/architecture/'))
    .flatMap((file) =>
      findAssertions(readFileSync(join(ROOT, file), 'utf8')).map((line) => `${file}: ${line}`),
    );
  expect(found).toEqual([]);
});
