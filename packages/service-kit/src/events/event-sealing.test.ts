import type { Envelope } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import type { KeyRing } from '../sealing/key-ring.ts';
import { createEventSealing, createOldDataPattern } from './event-sealing.ts';

const ring = [{ kid: '1', key: 'the key of this test, 32 letters' }] as const;
const next = [{ kid: '2', key: 'the next key of this, 32 letters' }, ...ring] as const;
const sealing = createEventSealing({ ring });
const personal = { isPersonal: true };
const envelope: Envelope = {
  specversion: '1.0',
  id: 'e-1',
  source: 'svc-application',
  type: 'application.submitted.v1',
  time: '2026-01-01T00:00:00.000Z',
  datacontenttype: 'application/json',
  data: { number: '9876543210' },
};

test('seals personal data for its own event and opens it after a rotation', () => {
  const sealed = sealing.sealData(envelope, personal);
  expect(JSON.stringify(sealed)).not.toContain('9876543210');
  expect(createEventSealing({ ring: next }).openData(sealed)).toEqual(envelope);
  expect(() => sealing.openData({ ...sealed, id: 'e-2' })).toThrow();
});

test('finds an event that another key than the first seals, also when key names share a prefix', () => {
  const toText = (keys: KeyRing, event = envelope) =>
    JSON.stringify(createEventSealing({ ring: keys }).sealData(event, personal));
  const quoting = { ...envelope, data: { name: toText(ring) } };
  expect(createOldDataPattern(next).test(toText(ring))).toBe(true);
  expect(createOldDataPattern(ring).test(toText(next))).toBe(true);
  for (const text of [toText(next), toText(next, quoting), JSON.stringify(quoting), JSON.stringify(envelope)])
    expect(createOldDataPattern(next).test(text)).toBe(false);
});

test('leaves other data plain, and reads plain data', () => {
  expect(sealing.sealData(envelope, { isPersonal: false })).toEqual(envelope);
  expect(sealing.openData(envelope)).toEqual(envelope);
});
