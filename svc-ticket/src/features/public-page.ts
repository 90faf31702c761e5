import { readFileSync } from 'node:fs';
import { type Examination, trialMessages } from '@archaka/contracts';
import type { LocalizedText } from '../domain/ticket-content.ts';
import { createPagePolicy, type Html, html, screenFontCss, style } from '../render/html.ts';

const css = readFileSync(new URL('public-page.css', import.meta.url), 'utf8');

/** @param formAction where its form may lead */
export const createPublicPolicy = (formAction: "'none'" | "'self'"): string =>
  createPagePolicy({ styles: [css, screenFontCss], frameAncestors: "'none'", formAction });

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
    ${style(css)}
  </head>
  <body>
    ${trial ? trialNotice : []}
    <header><p>${examination.name_te} <span lang="en">${examination.name}</span></p></header>
    <main>${main}</main>
    ${style(screenFontCss)}
  </body>
</html>
`.source;
