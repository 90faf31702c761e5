import { createHash } from 'node:crypto';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML whose interpolated texts are escaped. */
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

export const html = (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html =>
  new Html(
    parts.map((part, index) => part + (index < pieces.length ? toSource(pieces[index] ?? '') : '')).join(''),
  );

const hashStyle = (css: string): string => `'sha256-${createHash('sha256').update(css).digest('base64')}'`;

interface PagePolicy {
  readonly styles: readonly string[];
  readonly frameAncestors: "'none'" | "'self'";
}

/** The page shows its styles, fonts and pictures: nothing runs, loads or leaves. */
export const createPagePolicy = ({ styles, frameAncestors }: PagePolicy): string =>
  [
    "default-src 'none'",
    `style-src ${styles.map(hashStyle).join(' ')}`,
    'font-src data:',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ');

export const toJpegUrl = (jpeg: Buffer): string => `data:image/jpeg;base64,${jpeg.toString('base64')}`;

export const style = (css: string): Html => new Html(`<style>${css}</style>`);

export type { Html };
