import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { storeResults } from '../conformance/recorded-results.ts';
import { toResults } from '../conformance/results.ts';
import { type CommandResult, runCommand } from './command.ts';
import type { JestEvent } from './jest-events.ts';
import { createJestProgress, type JestProgress } from './jest-progress.ts';
import { type Print, ROOT, type Stage, type StageResult } from './stage.ts';

interface JestStageOptions {
  projects: string[];
  /** Number of concurrent suites. */
  workers: number;
  isParallel?: boolean;
  /** On the reference machine; longer than any test's own timeout. */
  hangMs?: number;
}

/** Persists between runs, unlike a run's other files. Separate for each user, who cannot write another's. */
const CACHE = join(tmpdir(), `archaka-jest-${userInfo().uid}`);
const REPORTER = join(ROOT, 'tests/stages/jest-reporter.ts');
const SEQUENCER = join(ROOT, 'tests/stages/long-first.ts');

/**
 * jest's timeouts do not end a test that blocks its process. When no test has started, ended or printed for this
 * time, the stage stops jest and counts the suites in flight as failed.
 */
const HANG_MS = 900_000;

/** Runs projects of jest.config.mjs. Patterns select the files whose paths contain one of them. */
export const createJestStage = (
  name: string,
  { projects, workers, isParallel = false, hangMs = HANG_MS }: JestStageOptions,
  patterns: readonly string[],
): Stage => ({
  name,
  isParallel,
  run: async ({ folder, signal, print }) => {
    const startedAt = Date.now();
    const progress = createJestProgress(print);
    const hangSignal = watchForHang(progress, hangMs, print);
    const result = await runCommand({
      program: process.execPath,
      args: [
        ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
        ...[join(ROOT, 'node_modules/jest/bin/jest.js'), '--reporters', REPORTER],
        ...['--testSequencer', SEQUENCER],
        ...['--passWithNoTests', '--forceExit', '--maxWorkers', String(workers)],
        ...['--selectProjects', ...projects, '--cacheDirectory', CACHE],
        ...(patterns.length > 0 ? ['--testPathPatterns', ...patterns] : []),
      ],
      env: { TMPDIR: folder },
      signal: AbortSignal.any([signal, hangSignal.signal]),
      print: (text) => {
        hangSignal.restart();
        print(text);
      },
      onMessage: (message) => {
        hangSignal.restart();
        progress.onEvent(message as JestEvent);
      },
    });
    hangSignal.close();
    progress.close();
    await storeResults(name, toResults(progress.ended, ROOT, startedAt), {
      isComplete: patterns.length === 0,
    });
    for (const suite of progress.describeInFlight()) print(`FAIL ${suite} did not end\n`);
    return toResult(name, result, progress);
  },
});

function watchForHang({ describeInFlight }: JestProgress, hangMs: number, print: Print) {
  const hangSignal = new AbortController();
  const timeoutMs = scaledTimeout(hangMs);
  const timer = setTimeout(() => {
    print(
      `No test has started, ended or printed for ${timeoutMs / 1000} s: ${describeInFlight().join(', ')}\n`,
    );
    hangSignal.abort();
  }, timeoutMs);
  return { signal: hangSignal.signal, restart: () => timer.refresh(), close: () => clearTimeout(timer) };
}

/** Counts as one failure each suite that could not run or did not end, and a run that failed without a reason. */
function toResult(name: string, { code, seconds }: CommandResult, progress: JestProgress): StageResult {
  const tests = progress.ended.flatMap(({ file, tests }) =>
    tests.map(({ ancestors, title, status, seconds }) => ({
      file: file.slice(ROOT.length),
      title: [...ancestors, title].join(' › '),
      status,
      seconds,
    })),
  );
  const count = (...statuses: string[]) => tests.filter(({ status }) => statuses.includes(status)).length;
  const broken = progress.ended.filter((suite) => suite.broken).length;
  const failed = count('failed') + broken + progress.describeInFlight().length;
  return {
    name,
    passed: count('passed'),
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: count('pending', 'skipped', 'todo', 'disabled'),
    seconds,
    tests,
  };
}
