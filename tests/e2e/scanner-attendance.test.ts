import { createHash, webcrypto } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  encodeClaims,
  encodeToken,
  type HallList,
  NO_PHOTO_HASH,
  toCentreCode,
  truncateHash,
} from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { closeBrowser, openBrowser, waitForText } from './browser.ts';
import { type BuildServer, startBuildServer } from './scanner/build-server.ts';

const CANDIDATE = { application_id: 'ARC24-BG6JDQ12', version: 2, name: 'సీతా రామ శర్మ', exam_type: 1 };
const ROLL_NUMBER = '24-101-0001';

let builds: BuildServer;
let browser: Browser;
let downloads: string;
beforeAll(async () => {
  downloads = await mkdtemp(join(tmpdir(), 'attendance-'));
  [builds, browser] = await Promise.all([startBuildServer(), openBrowser()]);
});
afterAll(async () => {
  await closeBrowser(browser);
  await builds?.stop();
  await rm(downloads, { recursive: true, force: true });
});

const hash = (text: string) => createHash('sha256').update(text).digest();

/** The address in the code of the candidate's ticket, and the key that signed it. */
async function signTicket() {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const pair = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const { x = '', y = '' } = await webcrypto.subtle.exportKey('jwk', pair.publicKey);
  const payload = encodeClaims({
    ...{ key: 'a1b2', exam_regular: 1, day: '2026-11-20', photo_hash: NO_PHOTO_HASH },
    ...{
      application_id: CANDIDATE.application_id,
      version: CANDIDATE.version,
      exam_type: CANDIDATE.exam_type,
    },
    centre: toCentreCode(hash('Tirupati')),
    name_hash: truncateHash(hash(`${CANDIDATE.application_id}\0${CANDIDATE.name.normalize('NFC')}`)),
  });
  const signature = await webcrypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    pair.privateKey,
    payload.slice(),
  );
  const token = encodeToken(payload, new Uint8Array(signature));
  return { address: `${builds.origin}/verify/${token}`, key: { kid: 'a1b2', x, y } };
}

/** As if the scanner had loaded the list and the keys. */
async function storeList(page: Page, key: object): Promise<void> {
  const list: HallList = {
    examination: { name: 'Examination', name_te: 'పరీక్ష', year: '2024' },
    centre: { name: 'Tirupati', name_te: 'తిరుపతి' },
    made_at: new Date().toISOString(),
    tickets: [{ ...CANDIDATE, roll_number: ROLL_NUMBER, photo: null }],
  };
  const facts = { keys: [key], examTypes: [], fetchedAt: Date.now() };
  await page.evaluate(
    (storedList, storedFacts) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('hall-scanner');
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(['lists', 'portal'], 'readwrite');
          transaction.objectStore('lists').put({ load: 1, list: storedList }, 'current');
          transaction.objectStore('portal').put(storedFacts, 'facts');
          transaction.oncomplete = () => resolve();
        };
      }),
    list,
    facts,
  );
}

async function openScanner(): Promise<Page> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.goto(`${builds.origin}/scan`);
  await waitForText(page, 'Nobody is noted as present yet.');
  await (await page.createCDPSession()).send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    downloadPath: downloads,
    browserContextId: context.id ?? '',
  });
  return page;
}

const clickButton = async (page: Page, id: string) =>
  (await page.waitForSelector(`#${id}:not([hidden]):enabled`))?.click();

async function noteByPaper(page: Page, rollNumber: string) {
  await page.type('#roll-number', rollNumber);
  await clickButton(page, 'by-paper button');
}

/** Its lines. */
const readDownload = () =>
  eventually(async () => {
    const [name = ''] = (await readdir(downloads)).filter((each) => /^attendance-[\d-]+\.csv$/.test(each));
    return (await readFile(join(downloads, name), 'utf8')).trimEnd().split('\r\n');
  });

test('writes a file of who was scanned or noted by paper, also after a reload, without what was undone', async () => {
  const page = await openScanner();
  const { address, key } = await signTicket();
  await storeList(page, key);
  await page.reload();
  await page.type('#address', address);
  await clickButton(page, 'by-address button');
  await clickButton(page, 'present');
  await waitForText(page, `${ROLL_NUMBER}: present`);
  await clickButton(page, 'next');
  await noteByPaper(page, '24-101-0002');
  await waitForText(page, 'This roll number is not on the loaded list.');
  await noteByPaper(page, '24-101-0003');
  await waitForText(page, 'Present: 3; of these by paper: 2.');
  await clickButton(page, 'attendance-undo');
  await waitForText(page, '24-101-0003: no longer noted as present.');

  await page.reload();
  await waitForText(page, 'Present: 2; of these by paper: 1.');
  await clickButton(page, 'attendance-file');
  const [heading, ...rows] = await readDownload();
  expect(heading).toBe('roll_number,day,attendance,time');
  expect(rows).toEqual([
    expect.stringMatching(/^24-101-0001,\d{4}-\d\d-\d\d,present,\d\d:\d\d:\d\d$/),
    expect.stringMatching(/^24-101-0002,\d{4}-\d\d-\d\d,paper,\d\d:\d\d:\d\d$/),
  ]);
});
