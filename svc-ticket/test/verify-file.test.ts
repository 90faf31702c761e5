import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portrait, runCommand } from '@archaka/test-kit';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import qrcode from 'qrcode';
import sharp from 'sharp';
import { type Application, anApplication } from './support/applications.ts';
import { replacePhoto, withCodeOf } from './support/forgeries.ts';
import { pngOf, readCode } from './support/pdf.ts';
import { openTicketing, type Ticketing } from './support/ticketing.ts';

let ticketing: Ticketing;
let folder: string;
let ticket: Buffer;
beforeAll(async () => {
  ticketing = await openTicketing(({ urls }) => ({ PORTAL_ORIGIN: urls.ticket }));
  ticketing.documents.put('no picture', Buffer.from('no picture'));
  folder = await mkdtemp(join(tmpdir(), 'verify-file-'));
  ticket = await (await paid({ name: LONG_NAME })).ticket();
});
afterAll(async () => {
  await ticketing.close();
  await rm(folder, { recursive: true });
});

/** Of 200 letters, in words, with conjuncts and joiners: several lines on paper. */
const LONG_NAME = 'శ్రీమత్తిరుమల లక్ష్మీనృసింహ శ్రీరామ్\u200cశర్మ '.repeat(6).slice(0, 200).trim();

async function paid(own: Parameters<Application['submit']>[0] = {}): Promise<Application> {
  const application = anApplication(ticketing);
  await application.submit(own);
  await application.pay();
  return application;
}

async function file(name: string, content: Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** The command as an operator runs it, with the environment alone. */
const verify = (...args: string[]) =>
  runCommand({
    service: 'svc-ticket',
    name: 'verify',
    args,
    env: { PORTAL_ORIGIN: ticketing.service().url },
  });

/** What is said of each file, by its name. */
function toldOf(stdout: string): Record<string, string> {
  const reports = stdout.split('\n\n').filter((report) => report.trim() !== '');
  return Object.fromEntries(
    reports.map((report) => [/(?<name>[\w-]+)\.\w+ \(\d+\)/.exec(report)?.groups?.name ?? '', report]),
  );
}

const scan = (pdf: Buffer, dpi = 150) =>
  pngOf(pdf, dpi).then((png) => sharp(png).grayscale().png().toBuffer());
const AGREES = 'as it was issued';
const DIFFERS = 'NOT as it was issued';

test('a ticket and scans of it are current; of the file itself, all that is printed is compared', async () => {
  const grey = await scan(ticket);
  const askew = sharp(grey).rotate(7, { background: '#888888' });
  const { code, stdout } = await verify(
    await file('genuine.pdf', ticket),
    await file('plain.pdf', await (await paid({ name: 'Rama  & "Sons"', photo: 'no picture' })).ticket()),
    await file('grey.png', grey),
    await file('lying.jpg', await sharp(grey).rotate(90).jpeg({ quality: 60 }).toBuffer()),
    await file('askew.jpg', await askew.blur(0.6).jpeg({ quality: 60 }).toBuffer()),
  );
  const { genuine, plain, grey: scanned, lying, askew: photographed } = toldOf(stdout);
  for (const told of [genuine, plain, scanned, lying, photographed]) {
    expect(told).toContain('ఈ టికెట్ అసలైనది, చెల్లుతుంది · This ticket is genuine and current');
  }
  for (const told of [genuine, plain]) {
    expect(told?.match(new RegExp(AGREES, 'g'))).toHaveLength(3);
    expect(told).not.toContain(DIFFERS);
  }
  expect(scanned).toMatch(/Photo: .*compare it yourself/);
  expect(scanned).toContain(`${ticketing.service().url}/verify/`);
  expect(stdout).not.toMatch(/శ్రీమత్తిరుమల|Sons/);
  expect(code).toBe(0);
});

test('a superseded ticket is told to be so', async () => {
  const application = await paid();
  const old = await application.ticket(1);
  await application.update(2);
  await application.ticket(2);
  const { code, stdout } = await verify(await file('old.pdf', old), await file('genuine.pdf', ticket));
  expect(toldOf(stdout).old).toContain('ఈ టికెట్ పాతది, ఇక చెల్లదు · This ticket has been superseded');
  expect(toldOf(stdout).genuine).toContain('current');
  expect(code).toBe(1);
});

test('a genuine code on what was altered does not make it genuine', async () => {
  const another = await (await paid({ name: 'Somebody Else' })).ticket();
  const { code, stdout } = await verify(
    await file('other-photo.pdf', await replacePhoto(ticket, await portrait({ width: 272, height: 362 }))),
    await file('other-ticket.pdf', await withCodeOf(ticket, another)),
  );
  const told = toldOf(stdout);
  expect(told['other-photo']).toMatch(new RegExp(`Name: .*${AGREES}`));
  expect(told['other-photo']).toMatch(new RegExp(`Photo: .*${DIFFERS}`));
  expect(told['other-ticket']).toMatch(new RegExp(`version: .*${DIFFERS}\n.*Name: .*${DIFFERS}`));
  expect(code).toBe(1);
});

test('codes of another address, cut short, altered or of another key are found out, and their addresses never asked', async () => {
  const asked: string[] = [];
  const elsewhere = createServer((request, response) => response.end(asked.push(String(request.url))));
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  const address = await readCode(ticket);
  const token = address.slice(address.lastIndexOf('/') + 1);
  const here = (made: string) => `${ticketing.service().url}/verify/${made}`;
  const coded = async (name: string, text: string) => file(`${name}.png`, await qrcode.toBuffer(text));

  const { code, stdout } = await verify(
    await coded('elsewhere', `${origin}/verify/${token}`),
    await coded('short', here(token.slice(0, 100))),
    await coded('altered', here(`${token.slice(0, 40)}${token[40] === 'A' ? 'B' : 'A'}${token.slice(41)}`)),
    await coded(
      'other-key',
      here(
        Buffer.concat([Buffer.from(token, 'base64url').subarray(0, 46), randomBytes(64)]).toString(
          'base64url',
        ),
      ),
    ),
    await coded('no-ticket', 'https://example.org/'),
  );
  const told = toldOf(stdout);
  expect(told.elsewhere).toContain(`address that is not the portal's: ${origin}`);
  for (const name of ['short', 'altered', 'other-key', 'no-ticket']) {
    expect(told[name]).toContain('ఇది అసలైన టికెట్ కాదు · This is not a genuine ticket');
  }
  expect(code).toBe(1);
  expect(asked).toEqual([]);
  elsewhere.close();
});

test('with the keys alone nothing is asked, and only what they can tell is told', async () => {
  const { url } = ticketing.service();
  const keys = await file(
    'keys.json',
    Buffer.from(await (await fetch(`${url}/.well-known/jwks.json`)).arrayBuffer()),
  );
  const others = await file('others.json', Buffer.from(JSON.stringify(ticketing.stage.keys.publicSet)));
  const files = [await file('genuine.pdf', ticket), await file('grey.png', await scan(ticket))];

  const known = await verify(...files, '--keys', keys);
  expect(toldOf(known.stdout).genuine).toContain(
    'Genuine when issued; may have been replaced; photo checked',
  );
  expect(toldOf(known.stdout).grey).toContain(
    'Genuine when issued; may have been replaced; photo not checked',
  );
  expect(known.code).toBe(0);
  const unknown = await verify(String(files[0]), '--keys', others);
  expect(toldOf(unknown.stdout).genuine).toContain('This is not a genuine ticket');
  expect(unknown.code).toBe(1);

  const silent = ['--portal', 'http://127.0.0.1:1'];
  const fallenBack = await verify(String(files[1]), ...silent, '--keys', keys);
  expect(fallenBack.stdout).toContain('Genuine when issued');
  const unanswered = await verify(String(files[1]), ...silent);
  expect(unanswered.stderr).toMatch(
    /^verify: .*grey\.png: No answer from the portal http:\/\/127\.0\.0\.1:1 .*\.\n$/,
  );
  expect(unanswered.code).toBe(2);
});

test('of a file that cannot be verified one sentence says why, and the others are verified', async () => {
  const document = await PDFDocument.load(ticket);
  document.encrypt({ userPassword: 'secret', ownerPassword: 'secret' });
  const blank = await PDFDocument.create();
  blank.addPage([14_400, 14_400]);
  const huge = await file('huge.pdf', ticket);
  await truncate(huge, 65 * 1024 * 1024);
  const { code, stdout, stderr } = await verify(
    join(folder, 'nowhere.pdf'),
    await file('text.pdf', Buffer.from('no PDF at all')),
    await file('locked.pdf', Buffer.from(await document.save())),
    await file('cut.pdf', ticket.subarray(0, 2000)),
    await file('cut.png', (await scan(ticket, 50)).subarray(0, 2000)),
    await file('blank.pdf', Buffer.from(await blank.save())),
    huge,
    await file('genuine.pdf', ticket),
  );
  const lines = stderr
    .trim()
    .split('\n')
    .map((line) => line.replace(/^verify: .*\/(\S+): .* · /, '$1: '));
  expect(lines).toEqual([
    'nowhere.pdf: There is no such file.',
    'text.pdf: This is neither a PDF nor a PNG or JPEG picture.',
    'locked.pdf: This PDF is locked with a password.',
    'cut.pdf: This file is broken and cannot be read.',
    'cut.png: This file is broken and cannot be read.',
    'blank.pdf: No QR code was found on it; try again with a sharper scan.',
    'huge.pdf: The file is larger than 64 MB.',
  ]);
  expect(stdout).toContain('This ticket is genuine and current');
  expect(code).toBe(2);
});

test('what makes no sense is answered with how it is used', async () => {
  for (const args of [[], ['--wrong'], ['a.pdf', '--portal', 'nonsense'], ['a.pdf', '--keys', '/nowhere']]) {
    const { code, stderr } = await verify(...args);
    expect(stderr).toMatch(/^verify: .+\.\n$/);
    expect(code).toBe(2);
  }
});
