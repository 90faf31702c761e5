import { readFile } from 'node:fs/promises';
import { fontFaces } from './fonts.ts';

/** The empty ticket, and the script that fills it. */
export interface Template {
  readonly html: string;
  readonly script: string;
}

const read = (name: string): Promise<string> =>
  readFile(new URL(`template/${name}`, import.meta.url), 'utf8');

export async function loadTemplate(): Promise<Template> {
  const [html, css, script, faces] = await Promise.all([
    read('ticket.html'),
    read('ticket.css'),
    read('ticket.js'),
    fontFaces(),
  ]);
  return { html: html.replace('</head>', () => `<style>${faces}\n${css}</style></head>`), script };
}
