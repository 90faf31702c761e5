import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startPortal } from '@archaka/test-kit';
import type { Page, Viewport } from 'puppeteer';
import sharp from 'sharp';
import { closePage, openBrowser } from '../e2e/browser.ts';
import { type Language, openScreen, type ScreenVariant } from './open-screen.ts';
import type { ScreenState } from './screen-state.ts';
import { screenStates } from './screen-states.ts';

const FOLDER = fileURLToPath(new URL('../../docs/screens/', import.meta.url));
const PHONE = { width: 360, height: 740, isMobile: true, hasTouch: true };
const LAPTOP = { width: 1280, height: 900 };
const languages: readonly Language[] = ['te', 'en'];
const variants: readonly ScreenVariant[] = [PHONE, LAPTOP].flatMap((viewport: Viewport) =>
  languages.map((language) => ({ viewport, language })),
);

const toFileName = ({ name }: ScreenState, { viewport, language }: ScreenVariant) =>
  `${name}-${viewport.width}-${language}.webp`;

/** `npm run screens [words]`: takes every screen whose name holds a word, at two widths in both languages. */
const words = process.argv.slice(2);
const chosenStates = screenStates.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);
if (words.length === 0) await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });

const [portal, browser] = await Promise.all([startPortal(), openBrowser()]);
const failures: string[] = [];
try {
  for (const state of chosenStates) {
    for (const variant of variants) {
      await captureScreen(state, variant).catch((error) =>
        failures.push(`${toFileName(state, variant)}: ${error}`),
      );
    }
    console.log(state.name);
  }
  await writeFile(`${FOLDER}README.md`, renderIndex());
} finally {
  await browser.close();
  await portal.stop();
}
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;

/** The window where something lies over the page, else the section that the address names, else the whole page. */
async function capturePicture(page: Page, { path }: ScreenState): Promise<Uint8Array> {
  const overlay = await page.$('dialog[open], .toast, .loader:not(.loader-gone)');
  const section = await page.$(new URL(path, portal.origin).hash || '#none');
  const options = { type: 'png' } as const;
  if (section && !overlay) return section.screenshot(options);
  return page.screenshot({ ...options, fullPage: !overlay });
}

async function captureScreen(state: ScreenState, variant: ScreenVariant): Promise<void> {
  const page = await openScreen(state, { browser, portal, variant });
  try {
    const picture = sharp(await capturePicture(page, state)).webp({ quality: 30, effort: 6 });
    await picture.toFile(`${FOLDER}${toFileName(state, variant)}`);
  } finally {
    await closePage(page);
  }
}

function renderIndex(): string {
  const lines = screenStates.map((state) => {
    const pictures = variants.map(
      (variant) => `[${variant.viewport.width} ${variant.language}](${toFileName(state, variant)})`,
    );
    return `- ${state.title}: ${pictures.join(' · ')}`;
  });
  const head = [
    '# The screens',
    '',
    'Every screen and state on a phone (360 px) and a laptop (1280 px), in Telugu and English. `npm run screens` takes them anew.',
    '',
  ];
  return [...head, ...lines, ''].join('\n');
}
