/** One line of the bench: the measured figure, with its target if there is one. */
export interface Figure {
  readonly name: string;
  readonly measured: string;
  /** The baseline of the same run, or the target. */
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
