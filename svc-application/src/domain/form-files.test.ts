import { describe, expect, test } from '@jest/globals';
import { decodeDataUrl, fillInAttachments, hasOversizedFile } from './form-files.ts';

const pdf = { documentId: 'b', filetype: 'pdf' };
const stored = {
  photo: { documentId: 'p', filetype: 'jpeg' },
  birthCertificate: pdf,
  previousCertificate: null,
  marksMemos: null,
};
const unchanged = [{ document_id: 'b', filetype: 'pdf' }];
const sent = [{ document_id: 'x', filetype: 'pdf' }];

describe('files of a form', () => {
  test.each([
    ['no list and an indicator of 0', { birthcertificate_ind: 0 }, unchanged],
    ['an empty list and an indicator of "0"', { birthcertificate: [], birthcertificate_ind: '0' }, unchanged],
    ['an empty list and no indicator', { birthcertificate: [] }, unchanged],
    ['an item without content', { birthcertificate: [{ reviewimg: '', filetype: 'pdf' }] }, unchanged],
    ['an empty list and an indicator of 1', { birthcertificate: [], birthcertificate_ind: 1 }, []],
    ['a new file', { birthcertificate: sent, birthcertificate_ind: 1 }, sent],
    ['a file though the indicator says 0', { birthcertificate: sent, birthcertificate_ind: 0 }, sent],
    ['an invalid list, which the checks reject', { birthcertificate: 'x' }, 'x'],
  ])('when there is %s [S-3.27]', (_what, form, expected) => {
    expect(fillInAttachments(form, stored).birthcertificate).toEqual(expected);
  });

  test('has no file for an unchanged one that is not stored', () => {
    expect(fillInAttachments({ markmemos_ind: 0 }, stored).markmemos).toEqual([]);
    expect(fillInAttachments({ image_ind: 0 }, undefined).image).toEqual([]);
  });

  test('retains a stored accommodation when the form does not name it, and removes it when the form says null', () => {
    const accommodation = { scribe: 'own', compensatoryTime: true, certificate: pdf } as const;
    const requesting = { ...stored, accommodation };
    const changed = { scribe: 'department', compensatory_time: false };
    for (const [form, expected] of [
      [{}, { scribe: 'own', compensatory_time: true }],
      [{ accommodation: changed }, changed],
    ])
      expect(fillInAttachments(form ?? {}, requesting)).toMatchObject({
        accommodation: expected,
        accommodationcertificate: unchanged,
      });
    expect(fillInAttachments({ accommodation: null }, requesting).accommodation).toBeNull();
    expect(fillInAttachments({}, stored)).not.toHaveProperty('accommodation');
  });

  const LIMIT = 2 * 1024 * 1024;
  test.each([
    ['birthcertificate', LIMIT, false],
    ['birthcertificate', LIMIT + 3, true],
    ['image', LIMIT + 3, false],
    ['image', 5 * 1024 * 1024 + 3, true],
  ])('a %s of %i bytes is too large: %s', (field, bytes, isTooLarge) => {
    const reviewimg = `data:;base64,${Buffer.alloc(bytes).toString('base64')}`;
    const others = { markmemos: [null, 5], perviouscertificate: 'x' };
    expect(hasOversizedFile({ ...others, [field]: [{ reviewimg }] })).toBe(isTooLarge);
  });

  test('decodes a data URL of any declared type; other text has no bytes [S-3.24]', () => {
    expect(decodeDataUrl('data:text/plain;name=x;base64,AQID')).toEqual(Buffer.from([1, 2, 3]));
    expect(decodeDataUrl('data:,abc')).toHaveLength(0);
    expect(decodeDataUrl('nonsense')).toHaveLength(0);
  });
});
