import { describe, expect, test } from '@jest/globals';
import { bytesOfDataUrl, hasFileTooLarge, withStoredFiles } from './form-files.ts';

const stored = {
  photo: { documentId: 'p', filetype: 'jpeg' },
  birthCertificate: { documentId: 'b', filetype: 'pdf' },
  previousCertificate: null,
  marksMemos: null,
};
const kept = [{ document_id: 'b', filetype: 'pdf' }];
const sent = [{ document_id: 'x', filetype: 'pdf' }];

describe('files of a form', () => {
  test.each([
    ['no list and an indicator of 0', { birthcertificate_ind: 0 }, kept],
    ['an empty list and an indicator of "0"', { birthcertificate: [], birthcertificate_ind: '0' }, kept],
    ['an empty list and no indicator', { birthcertificate: [] }, kept],
    ['an item without content', { birthcertificate: [{ reviewimg: '', filetype: 'pdf' }] }, kept],
    ['an empty list and an indicator of 1', { birthcertificate: [], birthcertificate_ind: 1 }, []],
    ['a new file', { birthcertificate: sent, birthcertificate_ind: 1 }, sent],
    ['a file though the indicator says 0', { birthcertificate: sent, birthcertificate_ind: 0 }, sent],
  ])('when there is %s', (_what, form, expected) => {
    expect(withStoredFiles(form, stored).birthcertificate).toEqual(expected);
  });

  test('when nothing is stored, then an unchanged file is none', () => {
    expect(withStoredFiles({ markmemos_ind: 0 }, stored).markmemos).toEqual([]);
    expect(withStoredFiles({ image_ind: 0 }, undefined).image).toEqual([]);
  });

  test('when a list is not one, then it is left for the checks to refuse', () => {
    expect(withStoredFiles({ image: 'x' }, stored).image).toBe('x');
  });

  test('papers may have 2 MB and photos 5 MB', () => {
    const file = (bytes: number) => [{ reviewimg: `data:;base64,${Buffer.alloc(bytes).toString('base64')}` }];
    const two = 2 * 1024 * 1024;
    expect(hasFileTooLarge({ birthcertificate: file(two) })).toBe(false);
    expect(hasFileTooLarge({ birthcertificate: file(two + 3) })).toBe(true);
    expect(hasFileTooLarge({ image: file(two + 3) })).toBe(false);
    expect(hasFileTooLarge({ image: file(5 * 1024 * 1024 + 3) })).toBe(true);
    expect(hasFileTooLarge({ image: 'x', markmemos: [null, 5] })).toBe(false);
  });

  test('a data URL gives its bytes whatever type it claims; other text gives none', () => {
    expect(bytesOfDataUrl('data:text/plain;name=x;base64,AQID')).toEqual(Buffer.from([1, 2, 3]));
    expect(bytesOfDataUrl('data:,abc')).toHaveLength(0);
    expect(bytesOfDataUrl('nonsense')).toHaveLength(0);
  });
});
