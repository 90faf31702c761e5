import { hash } from 'node:crypto';
import { buildPortrait } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { openPack } from './support/hall-packs.ts';
import { readCode, readPdf, readRoles } from './support/pdf.ts';
import { openSeededEnvironment } from './support/seed-database.ts';
import { saveApplication } from './support/ticket-store.ts';

const TIRUPATI = { name: 'Tirupati', name_te: 'తిరుపతి' };
const CHITTOOR = { name: 'Chittoor', name_te: 'చిత్తూరు' };
/** Number of printed tickets; the others are issued with the same files. */
const PRINTS = 11;
const NAMES = ['శ్రీనివాసాచార్యులు', 'వేంకట రమణ', 'అనంత పద్మనాభం', 'కృష్ణమూర్తి', 'Rama Sarma', 'లక్ష్మీ నరసింహం'];

const { environment, database } = await openSeededEnvironment(TIRUPATI);
const pack = openPack(environment, TIRUPATI.name);
const photo = await sharp(await buildPortrait({ width: 300 }))
  .jpeg({ quality: 70 })
  .toBuffer();

const readRows = (files: ReadonlyMap<string, Buffer>) =>
  String(files.get('list.csv')).slice(1).trim().split('\n').slice(1);

test('has every ticket of the centre in the order of names, with matching lists and cover', async () => {
  /** The file printed for each candidate: neighbours in the order of names differ. */
  const printed = new Map<string, Awaited<ReturnType<typeof database.addTicketed>>>();
  const prints: Awaited<ReturnType<typeof database.addTicketed>>[] = [];
  for (let number = 0; number < 60; number += 1) {
    const own = { name: `${NAMES[number % NAMES.length]} ${number}`, exam_type: (number % 3) + 1 };
    const pdf = prints[number % PRINTS]?.pdf;
    const added = await database.addTicketed({
      own,
      photo: number === 7 ? undefined : photo,
      ...(pdf ? { pdf } : {}),
    });
    if (!pdf) prints.push(added);
    printed.set(added.id, prints[number % PRINTS] ?? added);
  }
  const long = await database.addTicketed({
    // The widest possible number, with its check letter: it must fit one line of the attendance sheet.
    id: 'ARC24-WWWWWWW9',
    own: {
      name: 'ఆ'.concat('క్ష్మ్యై'.repeat(24)),
      exam_regular: 2,
      languages: [1, 2, 3],
      accommodation: { scribe: 'own', compensatory_time: true },
    },
    photo,
  });
  printed.set(long.id, long);
  await saveApplication(database.applications, { application_id: 'ARC24-UNPAID00' });

  const { pack: made, files } = await pack.make();
  const get = (name: string) => files.get(name) ?? Buffer.alloc(0);
  expect(made).toMatchObject({
    ...{ done: 69, total: 69, requested_by: 'officer' },
    counts: { paid: 61, ticketed: 61, listed: 61 },
  });
  const lists = ['tickets.pdf', 'photo-roll.pdf', 'attendance.pdf', 'list.csv', 'scanner-list.zip'];
  expect([...files.keys()]).toEqual([...lists, 'cover.pdf']);

  const listed = readRows(files).map((row) => row.split(',', 4));
  expect(listed.map(([, id]) => id).toSorted()).toEqual([...printed.keys()].toSorted());
  const names = listed.map(([, , , name]) => String(name));
  const longRow = readRows(files).find((row) => row.includes(long.id));
  expect(longRow).toMatch(/,scribe: own; extra time 20 min per hour$/);
  expect(names).toEqual(names.toSorted(new Intl.Collator('te').compare));

  const tickets = get('tickets.pdf');
  for (const [index, [, candidate = '']] of listed.entries()) {
    const issued = printed.get(candidate)?.pdf ?? Buffer.alloc(0);
    const { pages, text, title, language, tagged } = await readPdf(tickets, index + 1);
    expect({ pages, language, tagged }).toEqual({ pages: 61, language: 'te', tagged: true });
    expect(title).toContain('Archaka examinations 2024 · తిరుపతి Tirupati');
    expect(text).toBe((await readPdf(issued)).text);
  }
  for (const page of [1, 50, 51, 61]) {
    const id = String(listed[page - 1]?.[1]);
    expect(await readCode(tickets, page)).toBe(
      `${environment.stage.urls.shell}/verify/${printed.get(id)?.token}`,
    );
    expect(await readRoles(tickets, page)).toEqual(
      expect.arrayContaining(['H1', 'Table', 'TH', 'TD', 'Figure']),
    );
  }

  const photoRoll = get('photo-roll.pdf');
  const everyPage = await Promise.all([1, 2, 3].map((page) => readPdf(photoRoll, page)));
  expect(everyPage[2]).toMatchObject({ pages: 3, tagged: true, language: 'te', width: 595, height: 842 });
  expect(everyPage.filter(({ text }) => text.includes('The photo could not be read'))).toHaveLength(1);
  const sheets = get('attendance.pdf');
  const marked = listed.findIndex(([, id]) => id === long.id);
  for (const page of [1, 2, 3, 4]) {
    const hasMark = Math.floor(marked / 18) + 1 === page;
    const { text } = await readPdf(sheets, page);
    expect(text.replaceAll(/\s+/g, ' ').includes('scribe: own; extra time 20 min per hour')).toBe(hasMark);
    expect(text.includes(long.id)).toBe(hasMark);
  }
  const attendance = await readPdf(sheets, 4);
  expect(attendance).toMatchObject({ pages: 4, tagged: true });
  const words = ['Page 4 of 4', '61', 'Tirupati', 'Attendance sheet', 'Signature', String(listed[60]?.[1])];
  for (const word of words) expect(attendance.text).toContain(word);
  const { pages, text } = await readPdf(get('cover.pdf'));
  expect(pages).toBe(1);
  expect(text).toContain('Paid = ticketed = listed');
  for (const name of lists) expect(text.replaceAll(' ', '')).toContain(hash('sha256', get(name)));
});

test('the next pack replaces the one before, has the reissued ticket, and counts who waits for one', async () => {
  const otherPack = openPack(environment, CHITTOOR.name);
  const toOwn = (name: string) => ({ name, centre_district: CHITTOOR });
  const { id } = await database.addTicketed({ own: toOwn('Anantha'), photo });
  await database.addTicketed({ own: toOwn('Krishna'), photo });
  const { pack: before } = await otherPack.make();
  await database.addTicketed({ id, version: 2, own: toOwn('Zenith'), photo });
  await database.addPaid({ own: toOwn('Waiting') });

  const { pack: made, files } = await otherPack.make();
  expect(made.counts).toEqual({ paid: 3, ticketed: 2, listed: 2 });
  expect((await otherPack.open(before.number)).http).toBe(404);
  const index = readRows(files).findIndex((row) => row.includes(`,${id},2,Zenith,`));
  const { text, pages } = await readPdf(files.get('tickets.pdf') ?? Buffer.alloc(0), index + 1);
  expect([pages, text.includes(`${id} · సవరణ 1`), text.includes('Zenith')]).toEqual([2, true, true]);
  const cover = await readPdf(files.get('cover.pdf') ?? Buffer.alloc(0));
  expect(cover.text).toContain('Paid applications whose tickets are still being made: 1.');
  expect(cover.text).not.toContain('Paid = ticketed = listed');
});
