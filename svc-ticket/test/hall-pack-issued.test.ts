import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildApplication } from './support/applications.ts';
import { runHallPack } from './support/hall-pack.ts';
import { readCode, readPdf } from './support/pdf.ts';
import { openTicketEnvironment, type TicketEnvironment } from './support/ticket-environment.ts';

let environment: TicketEnvironment;
let folder: string;
beforeAll(async () => {
  environment = await openTicketEnvironment();
  folder = await mkdtemp(join(tmpdir(), 'hall-pack-'));
});
afterAll(async () => {
  await environment.close();
  await rm(folder, { recursive: true });
});

test('contains the issued tickets: the same words and the same code', async () => {
  const applications = ['రామ', 'సీత', 'అనసూయ'].map((name) => ({ name, own: buildApplication(environment) }));
  const issued = await Promise.all(
    applications.map(async ({ name, own }) => {
      await own.submit({ name, exam_regular: 2, languages: [1] });
      await own.pay();
      return own.waitForTicket();
    }),
  );
  const out = join(folder, 'pack');
  expect(await runHallPack(environment.stage, ['--centre', 'Anakapalli', '--out', out])).toMatchObject({
    code: 0,
  });

  const tickets = await readFile(join(out, 'tickets.pdf'));
  const [rama, sita, anasuya] = issued as [Buffer, Buffer, Buffer];
  for (const [place, single] of [anasuya, rama, sita].entries()) {
    expect((await readPdf(tickets, place + 1)).text).toBe((await readPdf(single)).text);
    expect(await readCode(tickets, place + 1)).toBe(await readCode(single));
  }
});
