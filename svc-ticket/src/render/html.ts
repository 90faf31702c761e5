import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML whose interpolated texts are escaped. */
export class Html {
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

/** The page shows its styles, fonts and pictures: nothing runs or loads, and nothing leaves but a form. */
export const createPagePolicy = ({
  styles,
  frameAncestors,
  formAction = "'none'",
}: {
  readonly styles: readonly string[];
  readonly frameAncestors: "'none'" | "'self'";
  readonly formAction?: "'none'" | "'self'";
}): string =>
  [
    "default-src 'none'",
    `style-src ${styles.map(hashStyle).join(' ')}`,
    'font-src data:',
    'img-src data:',
    "base-uri 'none'",
    `form-action ${formAction}`,
    `frame-ancestors ${frameAncestors}`,
  ].join('; ');

export const toJpegUrl = (jpeg: Buffer): string => `data:image/jpeg;base64,${jpeg.toString('base64')}`;

export const style = (css: string): Html => new Html(`<style>${css}</style>`);

const screenFont = createRequire(import.meta.url).resolve(
  '@fontsource/noto-sans-telugu/files/noto-sans-telugu-telugu-400-normal.woff2',
);

/** Screen Telugu, loaded last: until then, devices without this font use their own. */
export const screenFontCss = `@font-face{font-family:"Screen Telugu";font-display:swap;unicode-range:U+C00-C7F,U+200C-200D;src:local("Noto Sans Telugu"),url(data:font/woff2;base64,${readFileSync(screenFont, 'base64')})}`;
