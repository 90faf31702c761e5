import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

interface Font {
  readonly family: 'Ticket Sans' | 'Ticket Serif' | 'Ticket Neighbours' | 'Ticket Neighbours Latin';
  readonly package: string;
  readonly weight: 400 | 600;
  readonly subsets: readonly string[];
  /** Instead of the package's ranges and features. */
  readonly descriptors?: string;
}

const TELUGU = ['latin-ext', 'latin', 'telugu'] as const;

/** Names may use neighbouring scripts; the browser loads these fonts on demand. */
export const fonts: readonly Font[] = [
  { family: 'Ticket Sans', package: '@fontsource/noto-sans-telugu', weight: 600, subsets: TELUGU },
  { family: 'Ticket Sans', package: '@fontsource/noto-sans-telugu', weight: 400, subsets: TELUGU },
  { family: 'Ticket Serif', package: '@fontsource/noto-serif-telugu', weight: 600, subsets: TELUGU },
  { family: 'Ticket Neighbours', package: '@fontsource/noto-sans', weight: 600, subsets: ['devanagari'] },
  {
    family: 'Ticket Neighbours',
    package: '@fontsource/noto-sans-kannada',
    weight: 600,
    subsets: ['kannada'],
  },
  { family: 'Ticket Neighbours', package: '@fontsource/noto-sans-tamil', weight: 600, subsets: ['tamil'] },
  { family: 'Ticket Neighbours', package: '@fontsource/noto-sans-oriya', weight: 600, subsets: ['oriya'] },
  // IAST (ṇ, ṣ), which the Telugu fonts lack. Each letter stays one glyph, so that it is found as it was typed.
  {
    family: 'Ticket Neighbours Latin',
    package: '@fontsource/noto-sans',
    weight: 600,
    subsets: ['latin-ext'],
    descriptors: 'font-feature-settings:"ccmp" 0;unicode-range:U+100-24F,U+1E00-1EFF',
  },
];

async function readFontFaces({ family, weight, subsets, descriptors, ...font }: Font): Promise<string[]> {
  const stylesheet = resolve(`${font.package}/${weight}.css`);
  const faces = (await readFile(stylesheet, 'utf8')).split('@font-face').slice(1);
  const face = async (subset: string) => {
    const rule = faces.find((one) => one.includes(`-${subset}-${weight}-normal.woff2`));
    const file = rule?.match(/files\/[\w-]+\.woff2/)?.[0];
    const range = rule?.match(/unicode-range: ([^;]+);/)?.[1];
    if (!file || !range) throw new Error(`${font.package} has no ${subset} of weight ${weight}`);
    const bytes = await readFile(join(dirname(stylesheet), file), 'base64');
    return `@font-face{font-family:"${family}";font-weight:${weight};${descriptors ?? `unicode-range:${range}`};src:url(data:font/woff2;base64,${bytes})}`;
  };
  return Promise.all(subsets.map(face));
}

/** The styles of a kind of sheets, and the script that shows and fits them. */
export interface Template {
  readonly html: string;
  readonly script: string;
}

/** The base layer comes first. */
const LAYERS = {
  ticket: ['pages', 'ticket'],
  memo: ['pages', 'ticket', 'memo'],
  'photo-roll': ['pages', 'pack', 'photo-roll'],
  attendance: ['pages', 'pack', 'attendance'],
  cover: ['pages', 'pack', 'cover'],
} as const;

export type TemplateName = keyof typeof LAYERS;

const readTemplateFile = (name: string): Promise<string> =>
  readFile(new URL(`template/${name}`, import.meta.url), 'utf8');

export async function loadTemplate(name: TemplateName = 'ticket'): Promise<Template> {
  const css = await Promise.all(LAYERS[name].map((layer) => readTemplateFile(`${layer}.css`)));
  const faces = (await Promise.all(fonts.map(readFontFaces))).flat();
  const html = await readTemplateFile('page.html');
  return {
    html: html.replace('<style></style>', () => `<style>${[...faces, ...css].join('\n')}</style>`),
    script: await readTemplateFile('pages.js'),
  };
}
