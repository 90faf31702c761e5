import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HallDistrict, routes } from '@archaka/contracts';
import { eventually, getSharedPortal, signInLocalStaff } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { useDarkMode } from '../screens/conditions.ts';
import { findAccessibilityViolations } from './accessibility-violations.ts';
import { readStaffSecret } from './desk-sign-in.ts';
import { toPhoto, toPhotoOfBoth, writeCameraVideo } from './scanner/camera-video.ts';
import { blockRequests, openHall, openScanner, type Scanner } from './scanner/hall.ts';
import { createPaidTicket, editAndReprint, type PaperTicket } from './scanner/tickets.ts';
import type { SeverableBrowser } from './severable-browser.ts';

const portal = getSharedPortal();
/** A centre without applicants of other suites. */
const OWN_CENTRE = { id: 26, name: 'YSR Kadapa' };
const OTHER_CENTRE = { id: 25, name: 'West Godavari' };

const GENUINE_UNCHECKED = 'Genuine when issued; may have been replaced; photo not checked';
const CURRENT = 'This ticket is genuine and current';
const CURRENT_IN_LIST = 'This ticket is genuine, and was current when the list was made';
const SUPERSEDED = 'This ticket has been superseded';

let folder: string;
/** Its print is the camera's picture. */
let currentTicket: PaperTicket;
let supersededTicket: PaperTicket;
let replacementTicket: PaperTicket;
let otherCentreTicket: PaperTicket;
let list: Buffer;
let lateTicket: PaperTicket;
let hall: SeverableBrowser;

/** Writes a file for the file picker. */
async function storeFile(name: string, bytes: Buffer): Promise<string> {
  await writeFile(join(folder, name), bytes);
  return join(folder, name);
}

/** The list for scanners. */
async function exportHallList(centre: string): Promise<Buffer> {
  const origin = { url: portal.origin, portal: portal.origin };
  const officer = await signInLocalStaff(origin, await readStaffSecret(portal), 'hall-officer');
  await officer.call('makehallpack', { district: centre });
  const { number } = await eventually(
    async () => {
      const { body } = await officer.call('gethalls');
      const districts = body.data as unknown as HallDistrict[];
      const { pack } = districts.find(({ district }) => district === centre) ?? {};
      return pack?.state === 'made' && pack;
    },
    { timeoutMs: 60_000 },
  );
  const query = new URLSearchParams({ district: centre, number: String(number) });
  const file = await officer.fetch(`${routes.downloadHallPack.path}?${query}`);
  const entries = await new ZipReader(
    new Uint8ArrayReader(new Uint8Array(await file.arrayBuffer())),
  ).getEntries();
  const entry = entries.find(({ filename }) => filename === 'scanner-list.zip');
  if (!entry || entry.directory) throw new Error('the pack has no list for scanners');
  return Buffer.from(await entry.getData(new Uint8ArrayWriter()));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scanner-'));
  [currentTicket, supersededTicket, otherCentreTicket] = await Promise.all([
    createPaidTicket(portal, OWN_CENTRE),
    createPaidTicket(portal, OWN_CENTRE),
    createPaidTicket(portal, OTHER_CENTRE),
  ]);
  replacementTicket = await editAndReprint(supersededTicket);
  list = await exportHallList(OWN_CENTRE.name);
  lateTicket = await createPaidTicket(portal, OWN_CENTRE);
  await writeCameraVideo(currentTicket.image, join(folder, 'held.y4m'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Each `describe` has its own browser and its own connection to the portal. */
const openTestHall = (camera: { readonly isAllowed?: boolean } = {}) => {
  beforeAll(async () => {
    hall = await openHall(portal.origin, { video: join(folder, 'held.y4m'), ...camera });
  });
  afterAll(() => hall?.close());
};

const disconnect = async ({ page }: Scanner) => {
  await hall.cutConnection();
  await page.setOfflineMode(true);
};

describe('without a network', () => {
  openTestHall();
  let scanner: Scanner;
  beforeAll(async () => {
    scanner = await openScanner(hall, portal.origin);
    await disconnect(scanner);
  });

  test('without a network the scanner opens and states that it cannot verify whether the camera’s ticket is current', async () => {
    await scanner.page.reload();
    await scanner.waitForText('Ready to work without a network');
    await scanner.clickButton('start');
    const { heading, text } = await scanner.readVerification();
    expect(heading).toBe(GENUINE_UNCHECKED);
    expect(text).toContain(currentTicket.application_id);
    expect(text).toContain('2024 · ప్రవేశ');
    expect(await scanner.page.$('#verdict img')).toBeNull();
    await scanner.clickButton('next');
    await scanner.clickButton('stop');
  });

  test('states the same when the network does not respond', async () => {
    await scanner.page.setOfflineMode(false);
    expect(await scanner.checkAddress(currentTicket.address)).toBe(GENUINE_UNCHECKED);
    await scanner.page.setOfflineMode(true);
  });

  test('rejects a changed token as not genuine, also without a network', async () => {
    const position = currentTicket.address.length - 40;
    const otherCharacter = currentTicket.address[position] === 'A' ? 'B' : 'A';
    const forged =
      currentTicket.address.slice(0, position) + otherCharacter + currentTicket.address.slice(position + 1);
    expect(await scanner.checkAddress(forged)).toBe('This is not a genuine ticket');
  });

  test('describes a code of another kind, and opens nothing', async () => {
    const token = currentTicket.address.slice(portal.origin.length);
    expect(await scanner.checkAddress(`https://exams.example${token}`)).toBe(
      'This code is of another website',
    );
    expect(await scanner.checkAddress(currentTicket.address.slice(0, -10))).toBe(
      'The ticket’s address is not whole',
    );
    expect(await scanner.checkAddress('https://example.com/menu')).toBe('This is not the code of a ticket');
    expect(await scanner.checkAddress('upi://pay?pa=someone@bank')).toBe('This is not the code of a ticket');
    expect(scanner.page.url()).toBe(`${portal.origin}/scan`);
  });

  test('reports a photo with two tickets, or none', async () => {
    await scanner.pickFile(
      'photo-file',
      await storeFile('two.jpg', await toPhotoOfBoth(currentTicket.image, replacementTicket.image)),
    );
    expect((await scanner.readVerification()).heading).toBe('More than one ticket is in view');
    await scanner.clickButton('next');
    await scanner.pickFile('photo-file', await storeFile('none.jpg', Buffer.from('no picture')));
    expect((await scanner.readVerification()).heading).toBe('No code can be read in this photo');
    await scanner.clickButton('next');
  });

  describe('with the list of the centre', () => {
    beforeAll(async () => {
      expect(await scanner.loadList(await storeFile('list.zip', list))).toBe('The list is loaded.');
    });

    test('shows a listed ticket as current, with name and photo to compare', async () => {
      await scanner.pickFile('photo-file', await storeFile('held.jpg', await toPhoto(currentTicket.image)));
      const { heading, text } = await scanner.readVerification();
      expect(heading).toBe(CURRENT_IN_LIST);
      expect(text).toContain(currentTicket.session.person.name);
      const width = await scanner.page.$eval('#verdict img', (image) =>
        image.decode().then(() => image.naturalWidth),
      );
      expect(width).toBeGreaterThan(100);
      await scanner.clickButton('next');
    });

    test('distinguishes an older version, another centre and an unlisted ticket', async () => {
      expect(await scanner.checkAddress(supersededTicket.address)).toBe(SUPERSEDED);
      expect(await scanner.checkAddress(replacementTicket.address)).toBe(CURRENT_IN_LIST);
      expect(await scanner.checkAddress(otherCentreTicket.address)).toBe('This ticket is for another centre');
      expect(await scanner.checkAddress(lateTicket.address)).toBe('This ticket is not on the list');
    });

    test('a rejected file does not replace the list, also after the scanner was closed', async () => {
      const said = await scanner.loadList(await storeFile('wrong.zip', list.subarray(0, -200)));
      expect(said).toContain('This file is not whole. Please get it again.');
      expect(said).toContain('The list loaded before stays.');
      await scanner.page.reload();
      expect(await scanner.checkAddress(currentTicket.address)).toBe(CURRENT_IN_LIST);
    });

    test('removing the list leaves no data of it on the device', async () => {
      await scanner.clickButton('list-remove');
      await scanner.waitForText('The list has been removed.');
      const remainingRows = await scanner.page.evaluate(
        () =>
          new Promise((resolve) => {
            const opening = indexedDB.open('hall-scanner');
            opening.onsuccess = () => {
              const { transaction } = { transaction: opening.result.transaction(['lists', 'photos']) };
              const counts = ['lists', 'photos'].map((name) => transaction.objectStore(name).count());
              transaction.oncomplete = () => resolve(counts.map(({ result }) => result));
            };
          }),
      );
      expect(remainingRows).toEqual([0, 0]);
      expect(await scanner.checkAddress(currentTicket.address)).toBe(GENUINE_UNCHECKED);
    });
  });

  test('the page had no faults', () => expect(scanner.faults.list).toEqual([]));
});

describe('with a network', () => {
  openTestHall();

  test('shows a ticket in front of the camera as current, with its photo', async () => {
    const scanner = await openScanner(hall, portal.origin);
    await scanner.clickButton('start');
    expect((await scanner.readVerification()).heading).toBe(CURRENT);
    await scanner.page.waitForSelector('#verdict img');
    await scanner.clickButton('next');
    // The same ticket is still in the camera's picture, and was verified.
    await scanner.waitForText('Looking for a code…');
    expect(await scanner.checkAddress(supersededTicket.address)).toBe(SUPERSEDED);
    expect(await scanner.checkAddress(lateTicket.address)).toBe(CURRENT);
    expect(scanner.faults.list).toEqual([]);
  });

  test('states that it cannot verify when the portal does not respond in time', async () => {
    const scanner = await openScanner(hall, portal.origin);
    await blockRequests(scanner.page, '/verify/');
    expect(await scanner.checkAddress(currentTicket.address)).toBe(GENUINE_UNCHECKED);
  });

  test('has no accessibility violation in light or dark, before and after a result, and no overflow at 320 px', async () => {
    const scanner = await openScanner(hall, portal.origin);
    const { page } = scanner;
    await page.setViewport({ width: 320, height: 640, isMobile: true, hasTouch: true });
    const inspectPage = async () => ({
      barriers: await findAccessibilityViolations(page),
      tooWide: await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    });
    const noProblems = { barriers: [], tooWide: 0 };
    expect(await inspectPage()).toEqual(noProblems);
    await page.type('#address', currentTicket.address);
    await scanner.clickButton('by-address button');
    await scanner.readVerification();
    expect(await inspectPage()).toEqual(noProblems);
    await useDarkMode(page);
    expect(await inspectPage()).toEqual(noProblems);
    await scanner.clickButton('next');
    expect(await inspectPage()).toEqual(noProblems);
  });
});

describe('without the camera', () => {
  openTestHall({ isAllowed: false });

  test('explains a denied camera and the alternatives', async () => {
    const scanner = await openScanner(hall, portal.origin);
    await scanner.clickButton('start');
    await scanner.waitForText('The camera may not be used.');
    await scanner.waitForText('You can choose a photo of the code, or type the address on the ticket.');
    expect(await scanner.checkAddress(currentTicket.address)).toBe(CURRENT);
  });
});
