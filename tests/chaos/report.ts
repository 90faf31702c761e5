import type { AssertionResults } from './assertions/assertions.ts';

const MAX_LINES = 10;

/** Formats the table of a run: each assertion with its outcome, its measured value and its violations. */
export function formatReport(results: AssertionResults): string {
  const rows = Object.entries(results);
  const nameWidth = Math.max(...rows.map(([name]) => name.length));
  return rows
    .flatMap(([name, { measured, violations }]) => [
      `${violations.length === 0 ? 'passed' : 'FAILED'}  ${name.padEnd(nameWidth)}  ${measured}`,
      ...violations.slice(0, MAX_LINES).map((line) => `          ${line}`),
      ...(violations.length > MAX_LINES ? [`          and ${violations.length - MAX_LINES} more`] : []),
    ])
    .join('\n');
}
