import { beforeEach, expect, test } from '@jest/globals';
import { buildKey, ORIGIN } from '../verification/testing/builders.ts';
import { createCodeHandler } from './code-handler.ts';

let ticket: string;
let otherTicket: string;
let checked: string[];
let announced: string[];
let onCodes: (texts: readonly string[]) => void;
beforeEach(async () => {
  const key = await buildKey();
  ticket = await key.address();
  otherTicket = await key.address({ version: 2 });
  [checked, announced] = [[], []];
  onCodes = createCodeHandler({
    origin: ORIGIN,
    checkCode: (text) => checked.push(text),
    announce: (...sentences) => announced.push(...sentences.map(({ en }) => en)),
  });
});

const read = (texts: readonly string[], times = 1) => {
  for (let count = 0; count < times; count += 1) onCodes(texts);
};

test('verifies a ticket once while it stays in view, also when some reads miss it', () => {
  read([ticket], 20);
  read([], 9);
  read([ticket]);
  read([], 9);
  read([ticket]);
  expect(checked).toEqual([ticket]);
});

test('verifies a ticket again after it was out of view', () => {
  read([ticket]);
  read([], 10);
  expect(announced).toEqual(['Looking for a code…']);
  read([ticket]);
  expect(checked).toEqual([ticket, ticket]);
});

test('verifies the next ticket at once', () => {
  read([ticket]);
  read([otherTicket]);
  expect(checked).toEqual([ticket, otherTicket]);
});

test('verifies nothing while two tickets, or another code, are in view', () => {
  read([ticket, otherTicket]);
  read(['https://example.com/menu']);
  expect(checked).toEqual([]);
  expect(announced).toEqual(['More than one ticket is in view', 'This is not the code of a ticket']);
});
