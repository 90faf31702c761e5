/** One line of the bench: what was measured, beside what it is held against where there is such a thing. */
export interface Figure {
  readonly what: string;
  readonly measured: string;
  /** The floor measured in the same run, or the aim. */
  readonly against?: string;
  readonly ratio?: string;
  readonly reached?: boolean;
}

const answerTo = (reached: boolean | undefined): string =>
  reached === undefined ? '–' : reached ? 'yes' : 'NO';

export function printTable(figures: readonly Figure[]): void {
  console.log('\n| figure | measured | against | ratio | reached |\n|---|---|---|---|---|');
  for (const { what, measured, against = '–', ratio = '–', reached } of figures) {
    console.log(`| ${what} | ${measured} | ${against} | ${ratio} | ${answerTo(reached)} |`);
  }
}
