import type { StageResult } from './stage.ts';

export function printStage(name: string): void {
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 70 - name.length))}`);
}

export function printResult({ name, passed, failed, skipped, seconds, note }: StageResult): void {
  const counts = [`${passed} passed`, failed && `${failed} failed`, skipped && `${skipped} skipped`, note];
  const mark = failed > 0 ? 'FAILED' : 'ok';
  console.log(
    `${mark.padEnd(7)} ${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s  ${counts.filter(Boolean).join(', ')}`,
  );
}

/** `N passed, N failed`, and `, N skipped` when there are such. */
export function closingLine(results: readonly StageResult[]): string {
  const sum = (count: (result: StageResult) => number) =>
    results.reduce((total, result) => total + count(result), 0);
  const skipped = sum((result) => result.skipped);
  const line = `${sum((result) => result.passed)} passed, ${sum((result) => result.failed)} failed`;
  return skipped > 0 ? `${line}, ${skipped} skipped` : line;
}
