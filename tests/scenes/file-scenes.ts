import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { portrait, scaledTimeout } from '@archaka/test-kit';
import type { Page } from 'puppeteer';
import { pick, press, reads, tick } from '../e2e/browser.ts';
import type { Scene } from './scene.ts';

const sent = (page: Page, count: number) =>
  page.waitForFunction(
    (files) => document.querySelectorAll('.file-chosen').length === files,
    { timeout: scaledTimeout(20_000) },
    count,
  );

async function darkPhotoBeside(picture: string): Promise<string> {
  const dark = join(dirname(picture), 'dark.jpg');
  await writeFile(dark, await portrait({ light: { by: 0.2 } }));
  return dark;
}

/** A line on which the paper is on its way for long. */
const SLOW = { upload: 100, download: 1024 * 1024, latency: 20 };

/** The papers and the photo, on the device and on their way. */
export const fileScenes: readonly Scene[] = [
  {
    name: 'ready-tried',
    title: "'Am I ready?' with its answers",
    role: 'visitor',
    path: '/ready',
    show: async ({ page, paper, picture }) => {
      await page.type('input[name="dob"]', '05171970');
      await tick(page, 'exam_type', '2');
      await tick(page, 'exam_regular', '1');
      await pick(page, 'image', await darkPhotoBeside(picture));
      await page.waitForSelector('.field:has([name="image"]) .banner-warning');
      await pick(page, 'birthcertificate', paper);
      await page.waitForSelector('.field:has([name="birthcertificate"]) .banner');
      await pick(page, 'perviouscertificate', picture);
      await reads(page, 'Upload Pdf Only');
    },
  },
  {
    name: 'form-files',
    title: 'A paper and the photo have been sent',
    role: 'newcomer',
    path: '/#application-form',
    show: async ({ page, paper, picture }) => {
      await pick(page, 'birthcertificate', paper);
      await pick(page, 'image', picture);
      await sent(page, 2);
    },
  },
  {
    name: 'form-sending',
    title: 'A paper is on its way',
    role: 'newcomer',
    path: '/#application-form',
    show: async ({ page, paper }) => {
      await page.emulateNetworkConditions(SLOW);
      await pick(page, 'birthcertificate', paper);
      await page.waitForSelector('progress[value]');
    },
  },
  {
    name: 'photo-adjust',
    title: 'The photo is cut out anew',
    role: 'newcomer',
    path: '/#application-form',
    show: async ({ page, picture }) => {
      await pick(page, 'image', picture);
      await sent(page, 1);
      await press(page, 'Adjust');
      await page.waitForSelector('dialog[open]');
    },
  },
  {
    name: 'form-wrong-file',
    title: 'A photo where a PDF belongs',
    role: 'newcomer',
    path: '/#application-form',
    show: async ({ page, picture }) => {
      await pick(page, 'birthcertificate', picture);
      await reads(page, 'Upload Pdf Only');
    },
  },
  {
    name: 'form-paper-view',
    title: 'The birth certificate in its frame',
    role: 'drafter',
    path: '/#application-form',
    show: async ({ page }) => {
      await press(page, 'View', '.field:has([name="birthcertificate"])');
      await page.waitForSelector('dialog[open] iframe');
    },
  },
];
