import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anApplication } from './support/applications.ts';
import { hallPack } from './support/hall-pack.ts';
import { readCode, readPdf } from './support/pdf.ts';
import { openTicketing, type Ticketing } from './support/ticketing.ts';

let ticketing: Ticketing;
let folder: string;
beforeAll(async () => {
  ticketing = await openTicketing();
  folder = await mkdtemp(join(tmpdir(), 'hall-pack-'));
});
afterAll(async () => {
  await ticketing.close();
  await rm(folder, { recursive: true });
});

test('the tickets in a pack are those that were issued: the same words and the same code', async () => {
  const applications = ['రామ', 'సీత', 'అనసూయ'].map((name) => ({ name, own: anApplication(ticketing) }));
  const issued = await Promise.all(
    applications.map(async ({ name, own }) => {
      await own.submit({ name, exam_regular: 2, languages: [1] });
      await own.pay();
      return own.ticket();
    }),
  );
  const out = join(folder, 'pack');
  expect(await hallPack(ticketing.stage, ['--centre', 'Anakapalli', '--out', out])).toMatchObject({
    code: 0,
  });

  const tickets = await readFile(join(out, 'tickets.pdf'));
  const [rama, sita, anasuya] = issued as [Buffer, Buffer, Buffer];
  for (const [place, single] of [anasuya, rama, sita].entries()) {
    expect((await readPdf(tickets, place + 1)).text).toBe((await readPdf(single)).text);
    expect(await readCode(tickets, place + 1)).toBe(await readCode(single));
  }
});
