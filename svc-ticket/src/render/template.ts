import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { loadFontFaces } from './fonts.ts';
import { STEPS_PATH } from './steps-path.ts';

/** The script clones the empty sheet and fills the clones. */
export interface Template {
  readonly html: string;
  readonly script: string;
}

/** The base layer comes first. */
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

/** Scripts share values on `globalThis` only. */
const wrapInScope = (script: string): string => `(() => {\n${script}\n})();`;

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
    html: html
      .replace('</head>', () => `${style}</head>`)
      .replace('<path></path>', `<path d="${STEPS_PATH}"></path>`),
    script: scripts.map(wrapInScope).join('\n'),
  };
}

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
