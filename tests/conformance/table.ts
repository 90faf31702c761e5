/** One statement of the specification. */
export interface Row {
  /** Section and number, e.g. S-2.14. */
  readonly id: string;
  readonly statement: string;
}

/** The statements of statements.txt, each a line `S-1.1 statement`. */
export const parseStatements = (text: string): Row[] =>
  [...text.matchAll(/^(S-\S*) *(.*)$/gm)].map(([, id = '', statement = '']) => ({
    id,
    statement,
  }));

/** The cells of every row of tables, without the lines below headings. */
export const parseCells = (markdown: string): string[][] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(splitCells)
    .filter(([id = '']) => !/^:?-+:?$/.test(id));

/** A `\|` is a bar of the text, not the end of a cell. */
const splitCells = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1)
    .map((cell) => cell.replaceAll('\\|', '|').trim());
