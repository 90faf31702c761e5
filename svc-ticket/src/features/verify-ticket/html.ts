const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A piece of HTML that was put together from escaped texts. */
class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Piece = string | number | Html | readonly Html[];

function toSource(piece: Piece): string {
  if (piece instanceof Html) return piece.source;
  if (typeof piece === 'object') return piece.map(({ source }) => source).join('');
  return String(piece).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Every text that is filled in is escaped. */
export const html = (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html =>
  new Html(
    parts.map((part, index) => part + (index < pieces.length ? toSource(pieces[index] ?? '') : '')).join(''),
  );

/** A style sheet of our own as it stands. */
export const style = (css: string): Html => new Html(`<style>${css}</style>`);

export type { Html };
