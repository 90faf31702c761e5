/** One line of the bench: what was measured, beside what it is held against where there is such a thing. */
export interface Figure {
  readonly name: string;
  readonly measured: string;
  /** The floor measured in the same run, or the aim. */
  readonly target?: string;
  readonly ratio?: string;
  readonly isReached?: boolean;
}

const formatReached = (isReached: boolean | undefined): string =>
  isReached === undefined ? '–' : isReached ? 'yes' : 'NO';

export function printTable(figures: readonly Figure[]): void {
  console.log('\n| figure | measured | against | ratio | reached |\n|---|---|---|---|---|');
  for (const { name, measured, target = '–', ratio = '–', isReached } of figures) {
    console.log(`| ${name} | ${measured} | ${target} | ${ratio} | ${formatReached(isReached)} |`);
  }
}
