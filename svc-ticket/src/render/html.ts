import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Examination, trialMessages } from '@archaka/contracts';
import type { LocalizedText } from '../domain/ticket-content.ts';

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

const publicPageCss = readFileSync(new URL('public-page.css', import.meta.url), 'utf8');

/** @param formAction where its form may lead */
export const createPublicPolicy = (formAction: "'none'" | "'self'"): string =>
  createPagePolicy({ styles: [publicPageCss, screenFontCss], frameAncestors: "'none'", formAction });

const trialNotice = html`<aside aria-label="ప్రయత్నం · Trial">${trialMessages.notice.te} <span lang="en">${trialMessages.notice.en}</span></aside>`;

interface PublicPage {
  readonly title: Required<LocalizedText>;
  readonly examination: Pick<Examination, 'name' | 'name_te'>;
  readonly trial: boolean;
  readonly main: Html;
}

/** A page that anyone may open, without scripts. */
export const renderPublicPage = ({ title, examination, trial, main }: PublicPage): string =>
  html`<!doctype html>
<html lang="te">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <link rel="icon" href="data:,">
    <title>${title.te} · ${title.en}</title>
    ${style(publicPageCss)}
  </head>
  <body>
    ${trial ? trialNotice : []}
    <header><p>${examination.name_te} <span lang="en">${examination.name}</span></p></header>
    <main>${main}</main>
    ${style(screenFontCss)}
  </body>
</html>
`.source;
