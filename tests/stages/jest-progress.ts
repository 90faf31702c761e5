import { relative } from 'node:path';
import type { JestEvent, TestReport } from './jest-events.ts';
import { type Print, ROOT } from './stage.ts';

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
export function createJestProgress(print: Print): JestProgress {
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
