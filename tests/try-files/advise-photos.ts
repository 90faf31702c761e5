import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { relative } from 'node:path';
import type { HTTPRequest } from 'puppeteer';
import { startChromium } from '../e2e/browser-contexts.ts';
import { listPhotos } from './try-files.ts';

const ORIGIN = 'http://advice.test';
const MODULES = new URL('../../mf-application/src/files/', import.meta.url);
/** What a photo's advice does not need. */
const EMPTY =
  'export const photoProblems = {}, problems = {}, GIF = {}, HEIF = {}, JPG = {}, PNG = {}, WEBP = {};';

async function respond(request: HTTPRequest): Promise<void> {
  const { pathname } = new URL(request.url());
  const file = /^\/(photo\/(prepare-photo|photo-quality|crop)\.ts)$/.exec(pathname)?.[1];
  const imports = Object.fromEntries(
    ['gif', 'heif', 'jpg', 'png', 'webp'].map((type) => [`image-size/types/${type}`, '/empty.ts']),
  );
  const source = file && stripTypeScriptTypes(await readFile(new URL(file, MODULES), 'utf8'));
  if (pathname === '/')
    await request.respond({
      contentType: 'text/html',
      body: `<script type="importmap">${JSON.stringify({ imports })}</script>`,
    });
  else await request.respond({ contentType: 'text/javascript', body: source ?? EMPTY });
}

/** Runs the form's own check of photos in a Chromium, over each photo as the form crops it. */
export async function advisePhotos(folder: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const browser = await startChromium();
  try {
    const page = await browser.newPage();
    await page.setRequestInterception(true);
    page.on('request', respond);
    await page.goto(ORIGIN);
    const advice = new Map<string, readonly string[]>();
    for (const path of listPhotos(folder)) {
      const bytes = await readFile(path, 'base64');
      const issues = await page.evaluate(async (encoded) => {
        const path = '/photo/prepare-photo.ts';
        const cropping = '/photo/crop.ts';
        const { cropPhoto, readPicture } = await import(path);
        const { defaultCrop } = await import(cropping);
        const file = await (await fetch(`data:image/*;base64,${encoded}`)).blob();
        // A size at which nothing is scaled while decoding.
        const picture = await readPicture(file, { width: 1, height: 1 });
        return (await cropPhoto(picture, defaultCrop(picture))).issues as string[];
      }, bytes);
      advice.set(relative(folder, path), issues);
    }
    return advice;
  } finally {
    await browser.close();
  }
}

export function formatAdvice(advice: ReadonlyMap<string, readonly string[]>): string {
  const counts = new Map<string, number>();
  for (const issue of [...advice.values()].flat()) counts.set(issue, (counts.get(issue) ?? 0) + 1);
  const advised = [...advice].filter(([, issues]) => issues.length > 0);
  return [
    `${advised.length} of ${advice.size} photos with advice`,
    ...[...counts].map(([issue, count]) => `  ${count}  ${issue}`),
    ...advised.map(([file, issues]) => `  ${file}: ${issues.join(', ')}`),
  ].join('\n');
}
