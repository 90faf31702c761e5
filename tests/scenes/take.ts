import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startPortal } from '@archaka/test-kit';
import type { Page, Viewport } from 'puppeteer';
import sharp from 'sharp';
import { closePage, openBrowser } from '../e2e/browser.ts';
import { type Language, openScene, type Showing } from './open-scene.ts';
import type { Scene } from './scene.ts';
import { scenes } from './scenes.ts';

const FOLDER = fileURLToPath(new URL('../../docs/screens/', import.meta.url));
const PHONE = { width: 360, height: 740, isMobile: true, hasTouch: true };
const LAPTOP = { width: 1280, height: 900 };
const languages: readonly Language[] = ['te', 'en'];
const showings: readonly Showing[] = [PHONE, LAPTOP].flatMap((viewport: Viewport) =>
  languages.map((language) => ({ viewport, language })),
);

const fileOf = ({ name }: Scene, { viewport, language }: Showing) =>
  `${name}-${viewport.width}-${language}.webp`;

/** `npm run screens [words]`: takes every screen whose name holds a word, at two widths in both languages. */
const words = process.argv.slice(2);
const chosen = scenes.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
if (words.length === 0) await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });

const [portal, browser] = await Promise.all([startPortal(), openBrowser()]);
const failures: string[] = [];
try {
  for (const scene of chosen) {
    for (const showing of showings) {
      await take(scene, showing).catch((error) => failures.push(`${fileOf(scene, showing)}: ${error}`));
    }
    console.log(scene.name);
  }
  await writeFile(`${FOLDER}README.md`, index());
} finally {
  await browser.close();
  await portal.stop();
}
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;

/** The window where something lies over the page, else the section that the address names, else the whole page. */
async function pictureOf(page: Page, { path }: Scene): Promise<Uint8Array> {
  const covered = await page.$('dialog[open], .toast, .loader:not(.loader-gone)');
  const section = await page.$(new URL(path, portal.origin).hash || '#none');
  const options = { type: 'png' } as const;
  if (section && !covered) return section.screenshot(options);
  return page.screenshot({ ...options, fullPage: !covered });
}

async function take(scene: Scene, showing: Showing): Promise<void> {
  const page = await openScene(scene, { browser, portal, showing });
  try {
    const picture = sharp(await pictureOf(page, scene)).webp({ quality: 30, effort: 6 });
    await picture.toFile(`${FOLDER}${fileOf(scene, showing)}`);
  } finally {
    await closePage(page);
  }
}

function index(): string {
  const lines = scenes.map((scene) => {
    const pictures = showings.map(
      (showing) => `[${showing.viewport.width} ${showing.language}](${fileOf(scene, showing)})`,
    );
    return `- ${scene.title}: ${pictures.join(' · ')}`;
  });
  const head = [
    '# The screens',
    '',
    'Every screen and state on a phone (360 px) and a laptop (1280 px), in Telugu and English. `npm run screens` takes them anew.',
    '',
  ];
  return [...head, ...lines, ''].join('\n');
}
