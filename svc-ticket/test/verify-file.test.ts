import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPortrait, runCommand } from '@archaka/test-kit';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import qrcode from 'qrcode';
import sharp from 'sharp';
import { buildApplication, type TestApplication } from './support/applications.ts';
import { pasteCode, replacePhoto } from './support/forgeries.ts';
import { readCode, renderPng } from './support/pdf.ts';
import { openTicketEnvironment, type TicketEnvironment } from './support/ticket-environment.ts';

let environment: TicketEnvironment;
let folder: string;
let ticket: Buffer;
beforeAll(async () => {
  environment = await openTicketEnvironment(({ urls }) => ({ PORTAL_ORIGIN: urls.ticket }));
  environment.documents.put('no picture', Buffer.from('no picture'));
  folder = await mkdtemp(join(tmpdir(), 'verify-file-'));
  ticket = await (await createPaidApplication({ name: LONG_NAME })).waitForTicket();
});
afterAll(async () => {
  await environment.close();
  await rm(folder, { recursive: true });
});

/** Of 200 letters, in words, with conjuncts and joiners: several lines on paper. */
const LONG_NAME = 'శ్రీమత్తిరుమల లక్ష్మీనృసింహ శ్రీరామ్\u200cశర్మ '.repeat(6).slice(0, 200).trim();

async function createPaidApplication(
  own: Parameters<TestApplication['submit']>[0] = {},
): Promise<TestApplication> {
  const application = buildApplication(environment);
  await application.submit(own);
  await application.pay();
  return application;
}

async function writeTestFile(name: string, content: Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** The command as an operator runs it, configured by the environment only. */
const verify = (...args: string[]) =>
  runCommand({
    service: 'svc-ticket',
    name: 'verify',
    args,
    env: { PORTAL_ORIGIN: environment.service().url },
  });

/** The results by file name. */
function parseReports(stdout: string): Record<string, string> {
  const reports = stdout.split('\n\n').filter((report) => report.trim() !== '');
  return Object.fromEntries(
    reports.map((report) => [/(?<name>[\w-]+)\.\w+ \(\d+\)/.exec(report)?.groups?.name ?? '', report]),
  );
}

const renderScan = (pdf: Buffer, dpi = 150) =>
  renderPng(pdf, dpi).then((png) => sharp(png).grayscale().png().toBuffer());
const AGREES = 'as it was issued';
const DIFFERS = 'NOT as it was issued';

test('accepts a ticket and scans of it, and compares all fields of the file itself', async () => {
  const grey = await renderScan(ticket);
  const askew = sharp(grey).rotate(7, { background: '#888888' });
  const { code, stdout } = await verify(
    await writeTestFile('genuine.pdf', ticket),
    await writeTestFile(
      'plain.pdf',
      await (await createPaidApplication({ name: 'Rama  & "Sons"', photo: 'no picture' })).waitForTicket(),
    ),
    await writeTestFile('grey.png', grey),
    await writeTestFile('lying.jpg', await sharp(grey).rotate(90).jpeg({ quality: 60 }).toBuffer()),
    await writeTestFile('askew.jpg', await askew.blur(0.6).jpeg({ quality: 60 }).toBuffer()),
  );
  const { genuine, plain, grey: scanned, lying, askew: photographed } = parseReports(stdout);
  for (const report of [genuine, plain, scanned, lying, photographed]) {
    expect(report).toContain('ఈ టికెట్ అసలైనది, చెల్లుతుంది · This ticket is genuine and current');
  }
  for (const report of [genuine, plain]) {
    expect(report?.match(new RegExp(AGREES, 'g'))).toHaveLength(3);
    expect(report).not.toContain(DIFFERS);
  }
  expect(scanned).toMatch(/Photo: .*compare it yourself/);
  expect(scanned).toContain(`${environment.service().url}/verify/`);
  expect(stdout).not.toMatch(/శ్రీమత్తిరుమల|Sons/);
  expect(code).toBe(0);
});

test('reports a superseded ticket', async () => {
  const application = await createPaidApplication();
  const old = await application.waitForTicket(1);
  await application.update(2);
  await application.waitForTicket(2);
  const { code, stdout } = await verify(
    await writeTestFile('old.pdf', old),
    await writeTestFile('genuine.pdf', ticket),
  );
  expect(parseReports(stdout).old).toContain('ఈ టికెట్ పాతది, ఇక చెల్లదు · This ticket has been superseded');
  expect(parseReports(stdout).genuine).toContain('current');
  expect(code).toBe(1);
});

test('rejects an altered ticket with a genuine code', async () => {
  const another = await (await createPaidApplication({ name: 'Somebody Else' })).waitForTicket();
  const { code, stdout } = await verify(
    await writeTestFile(
      'other-photo.pdf',
      await replacePhoto(ticket, await buildPortrait({ width: 272, height: 362 })),
    ),
    await writeTestFile('other-ticket.pdf', await pasteCode(ticket, another)),
  );
  const reports = parseReports(stdout);
  expect(reports['other-photo']).toMatch(new RegExp(`Name: .*${AGREES}`));
  expect(reports['other-photo']).toMatch(new RegExp(`Photo: .*${DIFFERS}`));
  expect(reports['other-ticket']).toMatch(new RegExp(`version: .*${DIFFERS}\n.*Name: .*${DIFFERS}`));
  expect(code).toBe(1);
});

test('detects codes of another address, shortened, altered or of another key, and never requests their addresses', async () => {
  const requests: string[] = [];
  const otherServer = createServer((request, response) => response.end(requests.push(String(request.url))));
  await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(otherServer.address() as AddressInfo).port}`;
  const address = await readCode(ticket);
  const token = address.slice(address.lastIndexOf('/') + 1);
  const toUrl = (token: string) => `${environment.service().url}/verify/${token}`;
  const writeCode = async (name: string, text: string) =>
    writeTestFile(`${name}.png`, await qrcode.toBuffer(text));

  const { code, stdout } = await verify(
    await writeCode('elsewhere', `${origin}/verify/${token}`),
    await writeCode('short', toUrl(token.slice(0, 100))),
    await writeCode(
      'altered',
      toUrl(`${token.slice(0, 40)}${token[40] === 'A' ? 'B' : 'A'}${token.slice(41)}`),
    ),
    await writeCode(
      'other-key',
      toUrl(
        Buffer.concat([Buffer.from(token, 'base64url').subarray(0, 46), randomBytes(64)]).toString(
          'base64url',
        ),
      ),
    ),
    await writeCode('no-ticket', 'https://example.org/'),
  );
  const reports = parseReports(stdout);
  expect(reports.elsewhere).toContain(`address that is not the portal's: ${origin}`);
  for (const name of ['short', 'altered', 'other-key', 'no-ticket']) {
    expect(reports[name]).toContain('ఇది అసలైన టికెట్ కాదు · This is not a genuine ticket');
  }
  expect(code).toBe(1);
  expect(requests).toEqual([]);
  otherServer.close();
});

test('makes no request with the keys only, and reports what they can prove', async () => {
  const { url } = environment.service();
  const keys = await writeTestFile(
    'keys.json',
    Buffer.from(await (await fetch(`${url}/.well-known/jwks.json`)).arrayBuffer()),
  );
  const others = await writeTestFile(
    'others.json',
    Buffer.from(JSON.stringify(environment.stage.keys.publicKeySet)),
  );
  const files = [
    await writeTestFile('genuine.pdf', ticket),
    await writeTestFile('grey.png', await renderScan(ticket)),
  ];

  const known = await verify(...files, '--keys', keys);
  expect(parseReports(known.stdout).genuine).toContain(
    'Genuine when issued; may have been replaced; photo checked',
  );
  expect(parseReports(known.stdout).grey).toContain(
    'Genuine when issued; may have been replaced; photo not checked',
  );
  expect(known.code).toBe(0);
  const unknown = await verify(String(files[0]), '--keys', others);
  expect(parseReports(unknown.stdout).genuine).toContain('This is not a genuine ticket');
  expect(unknown.code).toBe(1);

  const silent = ['--portal', 'http://127.0.0.1:1'];
  const fallenBack = await verify(String(files[1]), ...silent, '--keys', keys);
  expect(fallenBack.stdout).toContain('Genuine when issued');
  const unanswered = await verify(String(files[1]), ...silent);
  expect(unanswered.stderr).toMatch(
    /^verify: .*grey\.png: the portal http:\/\/127\.0\.0\.1:1 did not respond .*\.\n$/,
  );
  expect(unanswered.code).toBe(2);
});

test('prints the reason for a file that cannot be verified, and verifies the others', async () => {
  const document = await PDFDocument.load(ticket);
  document.encrypt({ userPassword: 'secret', ownerPassword: 'secret' });
  const blank = await PDFDocument.create();
  blank.addPage([14_400, 14_400]);
  const huge = await writeTestFile('huge.pdf', ticket);
  await truncate(huge, 65 * 1024 * 1024);
  const { code, stdout, stderr } = await verify(
    join(folder, 'nowhere.pdf'),
    await writeTestFile('text.pdf', Buffer.from('no PDF at all')),
    await writeTestFile('locked.pdf', Buffer.from(await document.save())),
    await writeTestFile('cut.pdf', ticket.subarray(0, 2000)),
    await writeTestFile('cut.png', (await renderScan(ticket, 50)).subarray(0, 2000)),
    await writeTestFile('blank.pdf', Buffer.from(await blank.save())),
    huge,
    await writeTestFile('genuine.pdf', ticket),
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

test('prints its usage for invalid arguments', async () => {
  for (const args of [[], ['--wrong'], ['a.pdf', '--portal', 'nonsense'], ['a.pdf', '--keys', '/nowhere']]) {
    const { code, stderr } = await verify(...args);
    expect(stderr).toMatch(/^verify: .+\.\n$/);
    expect(code).toBe(2);
  }
});
