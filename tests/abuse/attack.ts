import { gzipSync } from 'node:zlib';
import type { Door } from './doors.ts';

/** One hostile request, for any door. */
export interface Attack {
  readonly name: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: (door: Door) => Buffer;
  /** Breaks off after half of what it announced. */
  readonly half?: boolean;
  /** Sent so often at the same time. */
  readonly times?: number;
}

const SMALL = 60_000;
const LARGE = 12_000_000;
const json = { 'content-type': 'application/json' };

/** Bodies are made once: making them must not slow the probe. */
function body(head: string, unit: string, tail: string, bytes: number): () => Buffer {
  let made: Buffer | undefined;
  return () => {
    made ??= Buffer.from(head + unit.repeat(Math.floor(bytes / unit.length)) + tail);
    return made;
  };
}

const compressed = gzipSync(Buffer.alloc(LARGE));

/** The same text in every field that the door knows. */
const inEachField =
  (unit: string, bytes: number) =>
  ({ fields }: Door): Buffer => {
    const names = fields.length > 0 ? fields : ['number'];
    const text = unit.repeat(Math.floor(bytes / names.length / unit.length));
    return Buffer.from(JSON.stringify(Object.fromEntries(names.map((name) => [name, text]))));
  };

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
const part = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n';

export const attacks: readonly Attack[] = [
  { name: 'wide', headers: json, body: body('{"a":[', '{},', '1]}', SMALL) },
  { name: 'wide and large', headers: json, body: body('{"a":[', '{},', '1]}', LARGE) },
  { name: 'many keys', headers: json, body: body('{', '"a":1,', '"b":1}', LARGE) },
  { name: 'deep', headers: json, body: body('{"a":', '[', '', SMALL) },
  { name: 'long', headers: json, body: inEachField('x', SMALL) },
  { name: 'long and large', headers: json, body: inEachField('x', LARGE) },
  { name: 'long white space', headers: json, body: inEachField(' ', SMALL) },
  { name: 'long digits', headers: json, body: inEachField('9', SMALL) },
  { name: 'combining marks', headers: json, body: inEachField('\u0c46', SMALL) },
  { name: 'a long number', headers: json, body: body('{"number":', '9', '}', SMALL) },
  { name: 'no JSON', headers: json, body: body('', '\u0000', '', SMALL) },
  {
    name: 'compressed',
    headers: { ...json, 'content-encoding': 'gzip' },
    body: () => compressed,
  },
  { name: 'half', headers: json, body: body('{"a":"', 'x', '"}', LARGE), half: true },
  { name: 'many', headers: json, body: body('{"a":[', '{},', '1]}', 6000), times: 40 },
  { name: 'form of many fields', headers: form, body: body('', 'a=1&', '', SMALL) },
  { name: 'form of brackets', headers: form, body: body('a', '[a]', '=1', SMALL) },
  { name: 'form of many parts', headers: multipart, body: body('', part, '--b--\r\n', 1_000_000) },
  { name: 'form without an end', headers: multipart, body: body('', '--b\r\na: b\r\n', '', 1_000_000) },
  { name: 'form with long headers', headers: multipart, body: body('--b\r\na: ', 'x', '\r\n', 1_000_000) },
  {
    name: 'large headers',
    headers: { ...json, 'x-long': 'x'.repeat(15_000) },
    body: () => Buffer.from('{}'),
  },
  { name: 'headers too large', headers: { 'x-long': 'x'.repeat(40_000) } },
  { name: 'a long cookie', headers: { cookie: 'a=1; '.repeat(2000) } },
  { name: 'a made-up session', headers: { cookie: `archaka_session=${'x'.repeat(90)}` } },
  { name: 'a long token', headers: { authorization: `Bearer ${'eyJhbGciOiJFUzI1NiJ9.'.repeat(600)}` } },
  {
    name: 'many upload facts',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '10', 'upload-metadata': 'a YQ==,'.repeat(1500) },
  },
];
