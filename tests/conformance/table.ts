/** A test as the table names it and as jest reports it. */
export interface TestName {
  /** From the root of the project. */
  readonly file: string;
  /** The titles of its `describe`s and its own, joined by ` › `. */
  readonly name: string;
}

/** One statement of the specification. */
export interface Row {
  /** Section and number, e.g. 2.14. */
  readonly id: string;
  readonly statement: string;
  readonly tests: readonly TestName[];
}

const BETWEEN = ' › ';
const NOT_ROWS = /^(id|:?-+:?)$/i;

/** The rows of every table in the document: id, statement, tests in code spans. */
export const parseTable = (markdown: string): Row[] =>
  cellsIn(markdown).map(([id = '', statement = '', tests = '']) => ({
    id,
    statement,
    tests: spansIn(tests).map(toTestName),
  }));

/** The cells of every row whose table begins with an id. */
export const cellsIn = (markdown: string): string[][] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cellsOf)
    .filter(([id = '']) => !NOT_ROWS.test(id));

/** A `\|` is a bar of the text, not the end of a cell. */
const cellsOf = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1)
    .map((cell) => cell.replaceAll('\\|', '|').trim());

/** What stands in code spans. */
export const spansIn = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);

export function toTestName(span: string): TestName {
  const [file = '', ...titles] = span.split(BETWEEN);
  return { file, name: titles.join(BETWEEN) };
}
