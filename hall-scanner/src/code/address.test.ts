import { beforeAll, expect, test } from '@jest/globals';
import { aKey, ORIGIN } from '../verdict/testing/paper.ts';
import { readAddress } from './address.ts';
import { inView } from './in-view.ts';

let address: string;
let token: string;
beforeAll(async () => {
  address = await (await aKey()).address();
  token = address.slice(address.lastIndexOf('/') + 1);
});

const kindOf = (text: string) => readAddress(text, ORIGIN).is;

test('the address on a ticket is read, also where it was copied with breaks in it', () => {
  expect(readAddress(address, ORIGIN)).toEqual({ is: 'ticket', token });
  expect(readAddress(` ${address.slice(0, 60)}\n${address.slice(60)} `, ORIGIN)).toEqual({
    is: 'ticket',
    token,
  });
});

test('only the very address that this portal writes is one of its tickets', () => {
  expect(kindOf(address.replace('https:', 'http:'))).toBe('other-portal');
  expect(kindOf(address.replace('.in', '.in:8443'))).toBe('other-portal');
  expect(kindOf(address.replace('exams.', 'exams.example.in@evil.'))).toBe('other-portal');
  expect(kindOf(address.slice(0, -1))).toBe('cut-short');
  expect(kindOf(`${address}AAAA`)).toBe('cut-short');
  expect(kindOf(`${address}?next=https://evil.example`)).toBe('cut-short');
  expect(kindOf(`${ORIGIN}/verify/`)).toBe('cut-short');
});

test.each([
  '',
  'రామ',
  'javascript:alert(1)',
  'upi://pay?pa=a@b',
  `${ORIGIN}/`,
  `${ORIGIN}/scan`,
  'data:text/html,x',
])('%s is no ticket’s code', (text) => expect(kindOf(text)).toBe('not-ours'));

test('of several codes in view the ticket counts; two tickets are too many', () => {
  const poster = 'https://example.com/poster';
  expect(inView([], ORIGIN)).toBe('none');
  expect(inView([poster], ORIGIN)).toEqual({ text: poster, isTicket: false });
  expect(inView([poster, address, address], ORIGIN)).toEqual({ text: address, isTicket: true });
  expect(inView([address, `${address.slice(0, -2)}AA`], ORIGIN)).toBe('several');
});
