/** One statement of the specification. */
export interface Row {
  /** Section and number, e.g. S-2.14. */
  readonly id: string;
  readonly statement: string;
}

/** Rows of statements, each a line `- S-1.1: statement`. */
export const parseStatements = (markdown: string): Row[] =>
  [...markdown.matchAll(/^- (S-[^:\s]*): *(.*)$/gm)].map(([, id = '', statement = '']) => ({
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
