import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type CommandLine, exitCodes, runCommandLine } from '@archaka/service-kit/command-line';
import { type Portal, startPortal } from '@archaka/test-kit';
import type { Browser, Page, Viewport } from 'puppeteer';
import sharp from 'sharp';
import { closeBrowser, closePage, openBrowser } from '../e2e/browser.ts';
import { type Language, openScreen } from './open-screen.ts';
import type { ScreenState } from './screen-state.ts';
import { screenStates } from './screen-states.ts';

/** Git ignores it. */
const FOLDER = fileURLToPath(new URL('../../.cache/screens/', import.meta.url));
/** The pictures that documents show. A picture of the same name replaces them. */
const DOCUMENTED = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
/** A phone, a tablet, a laptop, a large screen. Only the sizes differ: a change of other device settings reloads the page. */
const viewports: readonly Viewport[] = [
  [360, 740],
  [768, 1024],
  [1280, 900],
  [1920, 1080],
].map(([width = 0, height = 0]) => ({ width, height, isMobile: true, hasTouch: true }));
const [smallest = { width: 360, height: 740 }] = viewports;
const languages: readonly Language[] = ['te', 'en'];

const toFileName = ({ name }: ScreenState, { width }: Viewport, language: Language) =>
  `${name}-${width}-${language}.webp`;

const commandLine: CommandLine<readonly string[]> = {
  name: 'screens',
  description:
    'Captures every screen at four widths in both languages, to .cache/screens, and renews the pictures of docs/pictures. Exit code 1: some failed.',
  examples: ['', 'form history'],
  define: (program, choose) => {
    program
      .argument('[words...]', 'only screens whose name contains one of the words')
      .action((words) => choose(words));
  },
};

interface Stage {
  readonly portal: Portal;
  readonly browser: Browser;
}

await runCommandLine(commandLine, async (words) => {
  const chosenStates = screenStates.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  if (words.length === 0) await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const [portal, browser] = await Promise.all([startPortal(), openBrowser()]);
  try {
    const failures = await captureScreens(chosenStates, { portal, browser });
    await writeFile(`${FOLDER}README.md`, renderIndex());
    for (const failure of failures) console.error(failure);
    return failures.length > 0 ? exitCodes.failure : 0;
  } finally {
    await closeBrowser(browser);
    await portal.stop();
  }
});

async function captureScreens(states: readonly ScreenState[], stage: Stage): Promise<string[]> {
  const failures: string[] = [];
  for (const state of states) {
    for (const language of languages) {
      await captureScreen(state, language, stage).catch((error) =>
        failures.push(`${state.name} ${language}: ${error}`),
      );
    }
    console.log(state.name);
  }
  return failures;
}

/** Captures the window if it is covered by an overlay, else the section of the URL's fragment, else the whole page. */
async function capturePicture(page: Page, { path }: ScreenState, { portal }: Stage): Promise<Uint8Array> {
  const overlay = await page.$('dialog[open], .toast, .loader:not(.loader-gone, .loader-startup)');
  const section = await page.$(new URL(path, portal.origin).hash || '#none');
  const options = { type: 'png' } as const;
  if (section && !overlay) return section.screenshot(options);
  return page.screenshot({ ...options, fullPage: !overlay });
}

async function captureScreen(state: ScreenState, language: Language, stage: Stage): Promise<void> {
  const page = await openScreen(state, { ...stage, variant: { viewport: smallest, language } });
  try {
    for (const viewport of viewports) {
      await page.setViewport(viewport);
      const picture = sharp(await capturePicture(page, state, stage)).webp({ quality: 30, effort: 6 });
      const name = toFileName(state, viewport, language);
      await picture.toFile(`${FOLDER}${name}`);
      if (existsSync(`${DOCUMENTED}${name}`)) await copyFile(`${FOLDER}${name}`, `${DOCUMENTED}${name}`);
    }
  } finally {
    await closePage(page);
  }
}

function renderIndex(): string {
  const lines = screenStates.map((state) => {
    const pictures = viewports.flatMap((viewport) =>
      languages.map(
        (language) => `[${viewport.width} ${language}](${toFileName(state, viewport, language)})`,
      ),
    );
    return `- ${state.title}: ${pictures.join(' · ')}`;
  });
  const head = [
    '# The screens',
    '',
    'Every screen and state on a phone (360 px), a tablet (768 px), a laptop (1280 px) and a large screen (1920 px), in Telugu and English.',
    '',
  ];
  return [...head, ...lines, ''].join('\n');
}
