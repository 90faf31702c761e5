/** One statement of the specification. */
export interface Row {
  /** Section and number, e.g. S-2.14. */
  readonly id: string;
  readonly statement: string;
}

const NOT_ROWS = /^(id|:?-+:?)$/i;

/** The rows of every table in the document: id and statement. */
export const parseTable = (markdown: string): Row[] =>
  parseCells(markdown).map(([id = '', statement = '']) => ({ id, statement }));

/** The cells of every row of tables whose first column is an id. */
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
