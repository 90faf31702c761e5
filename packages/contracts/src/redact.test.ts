import { expect, test } from '@jest/globals';
import { redactCredentials, redactPersonalData } from './redact.ts';

test('redacts numbers, Aadhaars and e-mail addresses in texts', () => {
  expect(redactPersonalData('sent to 9876543210 and 1234 5678 9012')).toBe('sent to … and …');
  expect(redactPersonalData('no such user ravi.k@example.co.in')).toBe('no such user …@…');
  expect(redactPersonalData('port 8080, attempt 3 of 5')).toBe('port 8080, attempt 3 of 5');
});

test.each([
  ['mongodb://svc:se%cret@mongo:27017/?x=1', 'mongodb://…@mongo:27017/?x=1'],
  ['mongodb+srv://svc:se/cr@et@mongo', 'mongodb+srv://…@mongo'],
  ['connect to "amqps://svc:secret@rabbit:5671" failed', 'connect to "amqps://…@rabbit:5671" failed'],
  ['http://AKIA:secret@localhost:7070/bucket', 'http://…@localhost:7070/bucket'],
  ['Unable to parse svc:secret@mongo:port with URL', 'Unable to parse …@mongo:port with URL'],
  ['at file:///portal/node_modules/@archaka/a.ts:1:2', 'at file:///portal/node_modules/@archaka/a.ts:1:2'],
])('hides the credentials in %s', (text, redacted) => {
  expect(redactCredentials(text)).toBe(redacted);
});
