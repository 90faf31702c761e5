import { tmpdir, userInfo } from 'node:os';
import { join, relative } from 'node:path';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { storeResults, toResults } from '../conformance/results.ts';
import { type CommandResult, runCommand } from './command.ts';
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
    tests.map(({ ancestors, title, status, seconds, failure }) => ({
      file: toPath(file),
      title: [...ancestors, title].join(' › '),
      status,
      seconds,
      failure,
    })),
  );
  const count = (...statuses: string[]) => tests.filter(({ status }) => statuses.includes(status)).length;
  const failures = [
    ...tests
      .filter(({ status }) => status === 'failed')
      .map(({ file, title, failure }) => `${file} › ${title}\n${failure}`),
    ...progress.ended
      .filter(({ broken }) => broken)
      .map(({ file, failure }) => `${toPath(file)} could not run\n${failure}`),
    ...progress.describeInFlight().map((suite) => `${suite} did not end`),
  ];
  return {
    name,
    passed: count('passed'),
    failed: failures.length === 0 && code !== 0 ? 1 : failures.length,
    skipped: count('pending', 'skipped', 'todo', 'disabled'),
    seconds,
    tests,
    failures,
  };
}

/** A test of a suite that has ended. */
export interface TestReport {
  readonly ancestors: readonly string[];
  readonly title: string;
  /** jest's status: passed, failed, pending, todo, … */
  readonly status: string;
  readonly seconds: number;
  /** Empty unless it failed. */
  readonly failure: string;
}

/** A message of jest's reporter to the stage. `file` is absolute. */
export type JestEvent =
  | { readonly type: 'run-started'; readonly suites: number }
  | { readonly type: 'suite-started'; readonly file: string }
  | { readonly type: 'test-started'; readonly file: string; readonly title: string }
  | { readonly type: 'test-ended'; readonly file: string }
  | {
      readonly type: 'suite-ended';
      readonly file: string;
      readonly seconds: number;
      readonly tests: readonly TestReport[];
      /** Whether the suite itself could not run. */
      readonly broken: boolean;
      /** Why it could not. */
      readonly failure: string;
    };

const SILENCE_MS = 30_000;
const SLOW_SECONDS = 10;

type SuiteEnded = Extract<JestEvent, { type: 'suite-ended' }>;

/** A suite that has started and not ended. */
interface SuiteInFlight {
  readonly startedAt: number;
  /** The current test. */
  test?: string | undefined;
}

export interface JestProgress {
  readonly onEvent: (event: JestEvent) => void;
  /** Suites that have ended. */
  readonly ended: readonly SuiteEnded[];
  /** Describes the suites in flight, each with its time and current test. */
  readonly describeInFlight: () => string[];
  readonly close: () => void;
}

const secondsSince = (time: number): number => Math.round((performance.now() - time) / 1000);
const toPath = (file: string): string => relative(ROOT, file);

/** Prints a line for each ended suite, and the suites in flight when none has ended for 30 s. */
function createJestProgress(print: Print): JestProgress {
  const startedAt = performance.now();
  const ended: SuiteEnded[] = [];
  const inFlight = new Map<string, SuiteInFlight>();
  let suites = 0;

  const describeInFlight = () =>
    [...inFlight].map(([file, suite]) => {
      const test = suite.test ? `: ${suite.test}` : '';
      return `${toPath(file)} (${secondsSince(suite.startedAt)} s${test})`;
    });
  const done = () => `${ended.length}/${suites}`;
  const silence = setInterval(() => {
    const waitsFor = describeInFlight().join(', ') || 'no suite';
    print(`…    ${done()} after ${secondsSince(startedAt)} s, in flight: ${waitsFor}\n`);
  }, SILENCE_MS);

  function onSuiteEnded(suite: SuiteEnded): void {
    ended.push(suite);
    inFlight.delete(suite.file);
    silence.refresh();
    print(`${describeSuite(suite, done())}, ${secondsSince(startedAt)} s in all\n`);
  }

  return {
    ended,
    describeInFlight,
    close: () => clearInterval(silence),
    onEvent(event) {
      if (event.type === 'run-started') suites = event.suites;
      else if (event.type === 'suite-started') inFlight.set(event.file, { startedAt: performance.now() });
      else if (event.type === 'suite-ended') onSuiteEnded(event);
      else {
        const suite = inFlight.get(event.file);
        if (suite) suite.test = event.type === 'test-started' ? event.title : undefined;
      }
    },
  };
}

function describeSuite({ file, seconds, tests, broken }: SuiteEnded, done: string): string {
  const failed = tests.filter(({ status }) => status === 'failed').length;
  const mark = broken || failed > 0 ? 'FAIL' : 'pass';
  const counts = `${tests.length} tests${failed > 0 ? `, ${failed} failed` : ''}, ${seconds.toFixed(1)} s`;
  const slow = describeSlowest(tests);
  return `${mark} ${done} ${toPath(file)} (${counts}${slow})`;
}

function describeSlowest(tests: readonly TestReport[]): string {
  const [slowest] = tests.toSorted((one, other) => other.seconds - one.seconds);
  if (!slowest || slowest.seconds < SLOW_SECONDS) return '';
  return `; slow: ${slowest.title} ${slowest.seconds.toFixed(1)} s`;
}
