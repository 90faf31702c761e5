import { describe, expect, test } from '@jest/globals';
import { decodeDataUrl, fillInAttachments, hasOversizedFile } from './form-files.ts';

const stored = {
  photo: { documentId: 'p', filetype: 'jpeg' },
  birthCertificate: { documentId: 'b', filetype: 'pdf' },
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
  ])('when there is %s', (_what, form, expected) => {
    expect(fillInAttachments(form, stored).birthcertificate).toEqual(expected);
  });

  test('has no file for an unchanged one that is not stored', () => {
    expect(fillInAttachments({ markmemos_ind: 0 }, stored).markmemos).toEqual([]);
    expect(fillInAttachments({ image_ind: 0 }, undefined).image).toEqual([]);
  });

  test('leaves an invalid list to the checks', () => {
    expect(fillInAttachments({ image: 'x' }, stored).image).toBe('x');
  });

  test('retains a stored accommodation when the form does not name it, and removes it when the form says null', () => {
    const certificate = { documentId: 'c', filetype: 'pdf' };
    const requesting = {
      ...stored,
      accommodation: { scribe: 'own', compensatoryTime: true, certificate },
    } as const;
    expect(fillInAttachments({}, requesting)).toMatchObject({
      accommodation: { scribe: 'own', compensatory_time: true },
      accommodationcertificate: [{ document_id: 'c', filetype: 'pdf' }],
    });
    expect(fillInAttachments({ accommodation: null }, requesting).accommodation).toBeNull();
    const changed = { scribe: 'department', compensatory_time: false };
    expect(fillInAttachments({ accommodation: changed }, requesting)).toMatchObject({
      accommodation: changed,
      accommodationcertificate: [{ document_id: 'c', filetype: 'pdf' }],
    });
    expect(fillInAttachments({}, stored)).not.toHaveProperty('accommodation');
  });

  test('limits papers to 2 MB and photos to 5 MB', () => {
    const file = (bytes: number) => [{ reviewimg: `data:;base64,${Buffer.alloc(bytes).toString('base64')}` }];
    const limit = 2 * 1024 * 1024;
    expect(hasOversizedFile({ birthcertificate: file(limit) })).toBe(false);
    expect(hasOversizedFile({ birthcertificate: file(limit + 3) })).toBe(true);
    expect(hasOversizedFile({ image: file(limit + 3) })).toBe(false);
    expect(hasOversizedFile({ image: file(5 * 1024 * 1024 + 3) })).toBe(true);
    expect(hasOversizedFile({ image: 'x', markmemos: [null, 5] })).toBe(false);
  });

  test('decodes a data URL of any declared type; other text has no bytes [S-3.24]', () => {
    expect(decodeDataUrl('data:text/plain;name=x;base64,AQID')).toEqual(Buffer.from([1, 2, 3]));
    expect(decodeDataUrl('data:,abc')).toHaveLength(0);
    expect(decodeDataUrl('nonsense')).toHaveLength(0);
  });
});
