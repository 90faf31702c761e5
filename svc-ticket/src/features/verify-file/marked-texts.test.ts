import { expect, test } from '@jest/globals';
import { parseUnicodeMap } from '../../render/pdf/unicode-map.ts';
import { readMarkedTexts, UNKNOWN_GLYPH } from './marked-texts.ts';

const latin = parseUnicodeMap(
  '1 beginbfchar <0003> <0020> endbfchar 1 beginbfrange <0041> <005A> <0041> endbfrange',
);
const fonts = new Map([['F1', latin]]);
const read = (content: string) => readMarkedTexts(content, fonts);

test('assembles a text line by line from glyphs and their ActualText', () => {
  const content = `/NonStruct <</MCID 7 >>BDC
    /Span<</ActualText <FEFF0C300C4D0C1A> >> BDC
    BT /F1 10 Tf 1 0 0 -1 0 50 Tm <0041> Tj 9 0 Td <0042> Tj ET EMC
    BT /F1 10 Tf 1 0 0 -1 0 50 Tm <00030041> Tj ET
    /Span<</ActualText <FEFF0C15> >> BDC
    BT /F1 10 Tf 1 0 0 -1 0 65 Tm <0042> Tj ET EMC
    BT /F1 10 Tf 1 0 0 -1 20 61 Tm <0043> Tj ET EMC`;
  expect(read(content)).toEqual([['ర్చ A', 'కC']]);
});

test('leaves out artifacts, such as decoration', () => {
  expect(read('/Artifact BMC BT /F1 9 Tf 1 0 0 1 0 9 Tm <0041> Tj ET EMC')).toEqual([]);
  expect(read('/P <</MCID 0>> BDC EMC /P <</MCID 1>> BDC /F1 9 Tf <0041> Tj EMC')).toEqual([['A']]);
});

test('marks a glyph without a Unicode mapping as unknown', () => {
  expect(read('/P <</MCID 0>> BDC /F1 9 Tf <00410007> Tj EMC')).toEqual([[`A${UNKNOWN_GLYPH}`]]);
  expect(read('/P <</MCID 0>> BDC /F2 9 Tf <0041> Tj EMC')).toEqual([[UNKNOWN_GLYPH]]);
});
