import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { record } from '../conformance/recorded.ts';
import { type NamedTests, resultsOf } from '../conformance/results.ts';
import { type Ended, runCommand } from './command.ts';
import { ROOT, type Stage, type StageResult } from './stage.ts';
import { makeThrowawayFolder } from './throwaway-folder.ts';

interface JestStage {
  projects: string[];
  limitMs: number;
  /** Suites that run side by side. */
  workers: number;
}

/** Outlives the run, as its other files do not. */
const CACHE = join(tmpdir(), 'archaka-jest');

/** The part of jest's JSON report that counts. */
interface Report extends NamedTests {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numRuntimeErrorTestSuites: number;
}

/** Runs projects of jest.config.mjs, those files only whose paths hold one of the patterns. */
export const jestStage = (
  name: string,
  { projects, limitMs, workers }: JestStage,
  patterns: readonly string[],
): Stage => ({
  name,
  run: async (mostMs) => {
    const folder = await makeThrowawayFolder();
    const outputFile = join(folder, 'report.json');
    const began = Date.now();
    try {
      const ended = await runCommand({
        program: process.execPath,
        args: [
          ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
          ...[join(ROOT, 'node_modules/jest/bin/jest.js'), '--json', '--outputFile', outputFile],
          ...['--passWithNoTests', '--forceExit', '--maxWorkers', String(workers)],
          ...['--selectProjects', ...projects, '--cacheDirectory', CACHE],
          ...(patterns.length > 0 ? ['--testPathPatterns', ...patterns] : []),
        ],
        env: { TMPDIR: folder },
        mostMs: Math.min(mostMs, limitMs),
      });
      const report = await readReport(outputFile);
      await record(name, report ? resultsOf(report, ROOT, began) : {}, { whole: patterns.length === 0 });
      return counted(name, ended, report);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

const readReport = (path: string): Promise<Report | undefined> =>
  readFile(path, 'utf8').then(JSON.parse, () => undefined);

/** A suite that could not run counts as one failure, and so does a run that ended badly without saying why. */
function counted(name: string, { code, outOfTime, seconds }: Ended, report: Report | undefined): StageResult {
  const passed = report?.numPassedTests ?? 0;
  const known = (report?.numFailedTests ?? 0) + (report?.numRuntimeErrorTestSuites ?? 0);
  const failed = known === 0 && code !== 0 ? 1 : known;
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  return { name, passed, failed, skipped, seconds, note: outOfTime ? 'ran out of time' : undefined };
}
