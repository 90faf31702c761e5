import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { loadFontFaces } from './fonts.ts';

/** An empty sheet, and the script that makes as many of it as are wanted and fills them. */
export interface Template {
  readonly html: string;
  readonly script: string;
}

/** What each template is made of: the ground first. */
const LAYERS = {
  ticket: ['sheets', 'ticket'],
  'photo-roll': ['sheets', 'pack', 'photo-roll'],
  attendance: ['sheets', 'pack', 'attendance'],
  cover: ['sheets', 'pack', 'cover'],
} as const;

export type TemplateName = keyof typeof LAYERS;

const readTemplateFile = (name: string): Promise<string> =>
  readFile(new URL(`template/${name}`, import.meta.url), 'utf8');

const readAll = (layers: readonly string[], kind: 'css' | 'js'): Promise<string[]> =>
  Promise.all(layers.map((layer) => readTemplateFile(`${layer}.${kind}`)));

/** What a script declares is its own; what it gives to the next ones it sets on `globalThis`. */
const wrapInScope = (script: string): string => `(() => {\n${script}\n})();`;

/** A ticket's template unless another is named. */
export async function loadTemplate(name: TemplateName = 'ticket'): Promise<Template> {
  const layers = LAYERS[name];
  const [html, faces, css, scripts] = await Promise.all([
    readTemplateFile(`${name}.html`),
    loadFontFaces(),
    readAll(layers, 'css'),
    readAll(layers, 'js'),
  ]);
  const style = `<style>${[faces, ...css].join('\n')}</style>`;
  return {
    html: html.replace('</head>', () => `${style}</head>`),
    script: scripts.map(wrapInScope).join('\n'),
  };
}

/** Loads each template once. */
export function createTemplateLoader(): (name: TemplateName) => Promise<Template> {
  const templates = new Map<TemplateName, Promise<Template>>();
  return (name) => {
    const template = templates.get(name) ?? loadTemplate(name);
    templates.set(name, template);
    return template;
  };
}

export const hashTemplate = ({ html, script }: Template): string =>
  createHash('sha256').update(html).update(script).digest('hex');
