import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildPortrait } from '@archaka/test-kit';
import type { Page } from 'puppeteer';
import { clickControl, pickFile, tickBox, waitForText } from '../e2e/browser.ts';
import { pickPictures } from '../e2e/uploads/scan-steps.ts';
import { at, type ScreenState } from './screen-state.ts';

const waitForFiles = (page: Page, count: number) =>
  page.waitForFunction((files) => document.querySelectorAll('.file-chosen').length === files, {}, count);

async function writeDarkPhoto(photoPath: string): Promise<string> {
  const dark = join(dirname(photoPath), 'dark.jpg');
  await writeFile(dark, await buildPortrait({ light: { by: 0.2 } }));
  return dark;
}

/** A slow connection, on which the upload of the paper lasts long. */
const SLOW = { upload: 100, download: 1024 * 1024, latency: 20 };

/** Screens of the papers and the photo, on the device and during the upload. */
export const fileScreens: readonly ScreenState[] = [
  {
    name: 'ready-tried',
    title: "'Am I ready?' with its answers",
    persona: 'visitor',
    path: '/ready',
    reachState: async ({ page, pdfPath, photoPath }) => {
      await page.type('input[name="dob"]', '05171970');
      await tickBox(page, 'exam_type', '2');
      await tickBox(page, 'exam_regular', '1');
      await pickFile(page, 'image', await writeDarkPhoto(photoPath));
      await page.waitForSelector('.field:has([name="image"]) .banner-warning');
      await pickFile(page, 'birthcertificate', pdfPath);
      await page.waitForSelector('.field:has([name="birthcertificate"]) .banner');
      await pickFile(page, 'perviouscertificate', photoPath);
      await waitForText(page, 'Upload Pdf Only');
    },
  },
  ...at({ persona: 'newcomer', path: '/#application-form' }, [
    {
      name: 'form-files',
      title: 'The paper and the photo are uploaded',
      reachState: async ({ page, pdfPath, photoPath }) => {
        await pickFile(page, 'birthcertificate', pdfPath);
        await pickFile(page, 'image', photoPath);
        await waitForFiles(page, 2);
      },
    },
    {
      name: 'form-sending',
      title: 'A paper is being uploaded',
      reachState: async ({ page, pdfPath }) => {
        await page.emulateNetworkConditions(SLOW);
        await pickFile(page, 'birthcertificate', pdfPath);
        await page.waitForSelector('progress[value]');
      },
    },
    {
      name: 'photo-adjust',
      title: 'The photo is cropped again',
      reachState: async ({ page, photoPath }) => {
        await pickFile(page, 'image', photoPath);
        await waitForFiles(page, 1);
        await clickControl(page, 'Adjust');
        await page.waitForSelector('dialog[open]');
      },
    },
    {
      name: 'paper-scan',
      title: 'A paper is photographed',
      reachState: async ({ page, photoPath }) => {
        await clickControl(page, 'Take a photo', '.field:has([name="birthcertificate"])');
        await pickPictures(page, [photoPath, photoPath]);
      },
    },
    {
      name: 'form-wrong-file',
      title: 'A photo where a PDF belongs',
      reachState: async ({ page, photoPath }) => {
        await pickFile(page, 'birthcertificate', photoPath);
        await waitForText(page, 'Upload Pdf Only');
      },
    },
  ]),
  {
    name: 'form-paper-view',
    title: 'The birth certificate in its viewer',
    persona: 'drafter',
    path: '/#application-form',
    reachState: async ({ page }) => {
      await clickControl(page, 'View', '.field:has([name="birthcertificate"])');
      await page.waitForSelector('dialog[open] iframe');
    },
  },
];
