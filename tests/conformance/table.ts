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

const TITLE_SEPARATOR = ' › ';
const NOT_ROWS = /^(id|:?-+:?)$/i;

/** The rows of every table in the document: id, statement, tests in code spans. */
export const parseTable = (markdown: string): Row[] =>
  parseCells(markdown).map(([id = '', statement = '', tests = '']) => ({
    id,
    statement,
    tests: findCodeSpans(tests).map(toTestName),
  }));

/** The cells of every row whose table begins with an id. */
export const parseCells = (markdown: string): string[][] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(splitCells)
    .filter(([id = '']) => !NOT_ROWS.test(id));

/** A `\|` is a bar of the text, not the end of a cell. */
const splitCells = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1)
    .map((cell) => cell.replaceAll('\\|', '|').trim());

/** What stands in code spans. */
export const findCodeSpans = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);

export function toTestName(span: string): TestName {
  const [file = '', ...titles] = span.split(TITLE_SEPARATOR);
  return { file, name: titles.join(TITLE_SEPARATOR) };
}
