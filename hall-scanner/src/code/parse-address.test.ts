import { beforeAll, expect, test } from '@jest/globals';
import { buildKey, ORIGIN } from '../verification/testing/builders.ts';
import { parseAddress, selectCode } from './parse-address.ts';

let address: string;
let token: string;
beforeAll(async () => {
  address = await (await buildKey()).address();
  token = address.slice(address.lastIndexOf('/') + 1);
});

const parseKind = (text: string) => parseAddress(text, ORIGIN).is;

test('reads the address on a ticket, also copied with line breaks', () => {
  expect(parseAddress(address, ORIGIN)).toEqual({ is: 'ticket', token });
  expect(parseAddress(` ${address.slice(0, 60)}\n${address.slice(60)} `, ORIGIN)).toEqual({
    is: 'ticket',
    token,
  });
});

test('accepts only the exact address that this portal writes', () => {
  expect(parseKind(address.replace('https:', 'http:'))).toBe('other-portal');
  expect(parseKind(address.replace('.in', '.in:8443'))).toBe('other-portal');
  expect(parseKind(address.replace('exams.', 'exams.example.in@evil.'))).toBe('other-portal');
  expect(parseKind(address.slice(0, -1))).toBe('cut-short');
  expect(parseKind(`${address}AAAA`)).toBe('cut-short');
  expect(parseKind(`${address}?next=https://evil.example`)).toBe('cut-short');
  expect(parseKind(`${ORIGIN}/verify/`)).toBe('cut-short');
});

test.each([
  '',
  'రామ',
  'javascript:alert(1)',
  'upi://pay?pa=a@b',
  `${ORIGIN}/`,
  `${ORIGIN}/scan`,
  'data:text/html,x',
])('rejects %s', (text) => expect(parseKind(text)).toBe('not-ours'));

test('uses the ticket among several codes in view, and rejects two tickets', () => {
  const poster = 'https://example.com/poster';
  expect(selectCode([], ORIGIN)).toBe('none');
  expect(selectCode([poster], ORIGIN)).toEqual({ text: poster, isTicket: false });
  expect(selectCode([poster, address, address], ORIGIN)).toEqual({ text: address, isTicket: true });
  expect(selectCode([address, `${address.slice(0, -2)}AA`], ORIGIN)).toBe('several');
});
