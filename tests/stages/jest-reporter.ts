import type { Reporter, Test, TestResult } from '@jest/reporters';
import type { JestEvent, TestReport } from './jest-stage.ts';

const send = (event: JestEvent): void => void process.send?.(event);

const toReports = ({ testResults }: TestResult): TestReport[] =>
  testResults.map(({ ancestorTitles, title, status, duration, failureMessages }) => ({
    ancestors: ancestorTitles,
    title,
    status,
    seconds: (duration ?? 0) / 1000,
    failure: failureMessages.join('\n'),
  }));

/** Sends jest's progress to its stage, and prints the tests' output and failures. */
export default class JestReporter implements Reporter {
  onRunStart({ numTotalTestSuites }: { numTotalTestSuites: number }): void {
    send({ type: 'run-started', suites: numTotalTestSuites });
  }

  onTestFileStart({ path }: Test): void {
    send({ type: 'suite-started', file: path });
  }

  onTestCaseStart({ path }: Test, { fullName }: { fullName: string }): void {
    send({ type: 'test-started', file: path, title: fullName });
  }

  onTestCaseResult({ path }: Test): void {
    send({ type: 'test-ended', file: path });
  }

  onTestFileResult({ path, context }: Test, result: TestResult): void {
    const { start, end } = result.perfStats;
    for (const { message } of result.console ?? []) process.stdout.write(`${message}\n`);
    if (result.failureMessage) {
      process.stdout.write(
        `FAIL ${path.slice(context.config.rootDir.length + 1)}\n${result.failureMessage}\n`,
      );
    }
    send({
      type: 'suite-ended',
      file: path,
      seconds: (end - start) / 1000,
      tests: toReports(result),
      broken: result.testExecError !== undefined,
      failure: result.testExecError?.stack ?? result.testExecError?.message ?? '',
    });
  }
}
