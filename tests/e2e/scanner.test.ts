import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portalOfTheRun } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { inTheDark } from '../scenes/conditions.ts';
import { barriers } from './barriers.ts';
import { filmOf, photoOf, photoOfBoth } from './scanner/film.ts';
import { type Hall, neverAnswer, openHall, openScanner, type Scanner } from './scanner/hall.ts';
import { fileOf, hallListOf, wrongLists } from './scanner/hall-list.ts';
import { changed, type PaperTicket, paidTicket } from './scanner/tickets.ts';

const portal = portalOfTheRun();
/** A centre that no other suite's applicants choose. */
const HERE = { id: 26, name: 'YSR Kadapa' };
const ELSEWHERE = { id: 25, name: 'West Godavari' };

const HONEST = 'Genuine when issued; may have been replaced; photo not checked';
const CURRENT = 'This ticket is genuine and current';
const CURRENT_IN_LIST = 'This ticket is genuine, and was current when the list was made';
const SUPERSEDED = 'This ticket has been superseded';

let folder: string;
/** Its print is what the camera sees. */
let held: PaperTicket;
let old: PaperTicket;
let newer: PaperTicket;
let another: PaperTicket;
let list: Buffer;
let late: PaperTicket;
let hall: Hall;

const file = (name: string, bytes: Buffer) => fileOf(folder, name, bytes);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scanner-'));
  [held, old, another] = await Promise.all([
    paidTicket(portal, HERE),
    paidTicket(portal, HERE),
    paidTicket(portal, ELSEWHERE),
  ]);
  newer = await changed(old);
  list = await hallListOf(portal, HERE.name);
  late = await paidTicket(portal, HERE);
  await filmOf(held.print, join(folder, 'held.y4m'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Each part has a browser of its own, and its own line to the portal. */
const inAHall = (camera: { readonly isAllowed?: boolean } = {}) => {
  beforeAll(async () => {
    hall = await openHall(portal.origin, { film: join(folder, 'held.y4m'), ...camera });
  });
  afterAll(() => hall?.close());
};

const cutOff = async ({ page }: Scanner) => {
  await hall.cutLine();
  await page.setOfflineMode(true);
};

describe('without a network', () => {
  inAHall();
  let scanner: Scanner;
  beforeAll(async () => {
    scanner = await openScanner(hall, portal.origin);
    await cutOff(scanner);
  });

  test('when the network has gone, then the scanner still opens, and the camera’s ticket gets the honest words', async () => {
    await scanner.page.reload();
    await scanner.reads('Ready to work without a network');
    await scanner.press('start');
    const { says, all } = await scanner.verdict();
    expect(says).toBe(HONEST);
    expect(all).toContain(held.application_id);
    expect(all).toContain('2024 · ప్రవేశ');
    expect(await scanner.page.$('#verdict img')).toBeNull();
    await scanner.press('next');
    await scanner.press('stop');
  });

  test('when the network is there by name and answers nothing, then the same is said', async () => {
    await scanner.page.setOfflineMode(false);
    expect(await scanner.check(held.address)).toBe(HONEST);
    await scanner.page.setOfflineMode(true);
  });

  test('when a token is changed, then it is not genuine, also without a network', async () => {
    const place = held.address.length - 40;
    const other = held.address[place] === 'A' ? 'B' : 'A';
    const forged = held.address.slice(0, place) + other + held.address.slice(place + 1);
    expect(await scanner.check(forged)).toBe('This is not a genuine ticket');
  });

  test('when a code is none of this portal’s tickets, then it is said what it is, and nothing is opened', async () => {
    const token = held.address.slice(portal.origin.length);
    expect(await scanner.check(`https://exams.example${token}`)).toBe('This code is of another website');
    expect(await scanner.check(held.address.slice(0, -10))).toBe('The ticket’s address is not whole');
    expect(await scanner.check('https://example.com/menu')).toBe('This is not the code of a ticket');
    expect(await scanner.check('upi://pay?pa=someone@bank')).toBe('This is not the code of a ticket');
    expect(scanner.page.url()).toBe(`${portal.origin}/scan`);
  });

  test('when a photo shows two tickets, or none, then it is said so', async () => {
    await scanner.pick('photo-file', await file('two.jpg', await photoOfBoth(held.print, newer.print)));
    expect((await scanner.verdict()).says).toBe('More than one ticket is in view');
    await scanner.press('next');
    await scanner.pick('photo-file', await file('none.jpg', Buffer.from('no picture')));
    expect((await scanner.verdict()).says).toBe('No code can be read in this photo');
    await scanner.press('next');
  });

  test('when files are not the list of a centre, then each is refused in its own words, and none is kept', async () => {
    const said: Record<string, string> = {};
    for (const [what, bytes] of Object.entries(wrongLists(list))) {
      said[what] = await scanner.loadList(await file('wrong.zip', bytes));
    }
    const notOurs = 'This list was not signed by us, or was changed afterwards.';
    const notWhole = 'This file is not whole. Please get it again.';
    expect(said).toEqual({
      'with another name in it': notOurs,
      'with another photo in it': notOurs,
      'with a photo missing': notWhole,
      'of an unknown key':
        'The key of this list’s signature is not kept on this phone. Connect to a network once, then try again.',
      'cut short': notWhole,
      'without a list': 'There is no centre’s list in this file, or the file is not whole.',
      'that is a PDF': 'This is not a list file (ZIP).',
    });
    expect(await scanner.check(held.address)).toBe(HONEST);
  });

  describe('with the list of the centre', () => {
    beforeAll(async () => {
      expect(await scanner.loadList(await file('list.zip', list))).toBe('The list is loaded.');
    });

    test('when a ticket is on it, then it was current, with name and photo to compare', async () => {
      await scanner.pick('photo-file', await file('held.jpg', await photoOf(held.print)));
      const { says, all } = await scanner.verdict();
      expect(says).toBe(CURRENT_IN_LIST);
      expect(all).toContain(held.session.person.name);
      const width = await scanner.page.$eval('#verdict img', (image) =>
        image.decode().then(() => image.naturalWidth),
      );
      expect(width).toBeGreaterThan(100);
      await scanner.press('next');
    });

    test('when a ticket is an older version, of another centre or not listed, then it is told which', async () => {
      expect(await scanner.check(old.address)).toBe(SUPERSEDED);
      expect(await scanner.check(newer.address)).toBe(CURRENT_IN_LIST);
      expect(await scanner.check(another.address)).toBe('This ticket is for another centre');
      expect(await scanner.check(late.address)).toBe('This ticket is not on the list');
    });

    test('when a file is refused, then the list stays, also after the scanner was closed', async () => {
      const { 'with another photo in it': forged } = wrongLists(list);
      expect(await scanner.loadList(await file('wrong.zip', forged))).toContain(
        'The list loaded before stays.',
      );
      await scanner.page.reload();
      expect(await scanner.check(held.address)).toBe(CURRENT_IN_LIST);
    });

    test('when the list is removed, then nothing of it is left on the device', async () => {
      await scanner.press('list-remove');
      await scanner.reads('The list has been removed.');
      const left = await scanner.page.evaluate(
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
      expect(left).toEqual([0, 0]);
      expect(await scanner.check(held.address)).toBe(HONEST);
    });
  });

  test('nothing broke the page’s own rules', () => expect(scanner.faults.list).toEqual([]));
});

describe('with a network', () => {
  inAHall();

  test('when the camera sees a ticket, then the portal says that it is current, and shows its photo', async () => {
    const scanner = await openScanner(hall, portal.origin);
    await scanner.press('start');
    expect((await scanner.verdict()).says).toBe(CURRENT);
    await scanner.page.waitForSelector('#verdict img');
    await scanner.press('next');
    // It still lies before the camera, and was answered.
    await scanner.reads('Looking for a code…');
    expect(await scanner.check(old.address)).toBe(SUPERSEDED);
    expect(await scanner.check(late.address)).toBe(CURRENT);
    expect(scanner.faults.list).toEqual([]);
  });

  test('when the portal does not answer in time, then the honest words are said', async () => {
    const scanner = await openScanner(hall, portal.origin);
    await neverAnswer(scanner.page, '/verify/');
    expect(await scanner.check(held.address)).toBe(HONEST);
  });

  test('no barrier in light or dark, before and after a verdict, and nothing sticks out at 320 px', async () => {
    const scanner = await openScanner(hall, portal.origin);
    const { page } = scanner;
    await page.setViewport({ width: 320, height: 640, isMobile: true, hasTouch: true });
    const look = async () => ({
      barriers: await barriers(page),
      tooWide: await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    });
    const fine = { barriers: [], tooWide: 0 };
    expect(await look()).toEqual(fine);
    await page.type('#address', held.address);
    await scanner.press('by-address button');
    await scanner.verdict();
    expect(await look()).toEqual(fine);
    await inTheDark(page);
    expect(await look()).toEqual(fine);
    await scanner.press('next');
    expect(await look()).toEqual(fine);
  });
});

describe('without the camera', () => {
  inAHall({ isAllowed: false });

  test('when the camera is refused, then it is said so, and what can be done instead', async () => {
    const scanner = await openScanner(hall, portal.origin);
    await scanner.press('start');
    await scanner.reads('The camera may not be used.');
    await scanner.reads('You can choose a photo of the code, or type the address on the ticket.');
    expect(await scanner.check(held.address)).toBe(CURRENT);
  });
});
