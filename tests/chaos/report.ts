import type { Verdict } from './verdict/verdict.ts';

const SHOWN = 10;

/** The table of a run: each assertion, whether it holds, and what was measured; below it what speaks against it. */
export function report(verdict: Verdict): string {
  const rows = Object.entries(verdict);
  const widest = Math.max(...rows.map(([name]) => name.length));
  return rows
    .flatMap(([name, { measured, against }]) => [
      `${against.length === 0 ? 'holds ' : 'BROKEN'}  ${name.padEnd(widest)}  ${measured}`,
      ...against.slice(0, SHOWN).map((line) => `          ${line}`),
      ...(against.length > SHOWN ? [`          and ${against.length - SHOWN} more`] : []),
    ])
    .join('\n');
}
