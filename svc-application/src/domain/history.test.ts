import { describe, expect, test } from '@jest/globals';
import type { MaskedContent } from './application.ts';
import { toHistory } from './history.ts';

const first: MaskedContent = {
  aadhaarMasked: '**** **** 0123',
  aadhaarIndex: 'i',
  name: 'N',
  fatherName: 'F',
  dateOfBirth: '1990-01-01',
  postalAddress: 'P',
  district: { id: 1, name: 'D1' },
  mandal: { id: 1, name: 'M1' },
  examType: 1,
  compartmental: false,
  previousHallTicket: '',
  languages: [],
  centreDistrict: { id: 2, name: 'D2' },
  agama: 'వైఖానస',
  photo: { documentId: 'p', filetype: 'jpeg' },
  birthCertificate: { documentId: 'b', filetype: 'pdf' },
  previousCertificate: null,
  marksMemos: { documentId: 'm', filetype: 'pdf' },
};
const buildVersion = (number: number, content: Partial<MaskedContent>) => ({
  applicationId: 'A',
  version: number,
  at: new Date(`2024-06-0${number}T00:00:00Z`),
  content: { ...first, ...content },
});
const findChanges = (content: Partial<MaskedContent>, before: Partial<MaskedContent> = {}) =>
  toHistory([buildVersion(1, before), buildVersion(2, content)])[0]?.changes;

describe('the history of an application', () => {
  test('is newest first, and its first version lists no changes', () => {
    const history = toHistory([
      buildVersion(1, {}),
      buildVersion(2, { name: 'N2' }),
      buildVersion(3, { name: 'N3' }),
    ]);
    expect(history).toEqual([
      { version: 3, at: '2024-06-03T00:00:00.000Z', changes: [{ field: 'name', from: 'N2', to: 'N3' }] },
      { version: 2, at: '2024-06-02T00:00:00.000Z', changes: [{ field: 'name', from: 'N', to: 'N2' }] },
      { version: 1, at: '2024-06-01T00:00:00.000Z', changes: [] },
    ]);
  });

  test('lists a changed Aadhaar with the same last digits, masked', () => {
    expect(findChanges({ aadhaarIndex: 'j' })).toEqual([
      { field: 'aadhar', from: '**** **** 0123', to: '**** **** 0123' },
    ]);
  });

  test('lists the change from an Aadhaar to another paper, and of its number, by kind and masked number', () => {
    const identityPaper = { kind: 'voter-card', name: 'Voter card', nameTe: 'ఓటరు కార్డు' };
    const voterCard = { identityPaper, aadhaarIndex: 'j', aadhaarMasked: '**** 4321' };
    expect(findChanges(voterCard)).toEqual([
      { field: 'aadhar', from: '**** **** 0123', to: '' },
      { field: 'identity_kind', from: '', to: 'Voter card' },
      { field: 'identity_number', from: '', to: '**** 4321' },
    ]);
    expect(findChanges({ ...voterCard, aadhaarIndex: 'k' }, voterCard)).toEqual([
      { field: 'identity_number', from: '**** 4321', to: '**** 4321' },
    ]);
  });

  test('describes files in words', () => {
    const pdf = { documentId: 'n', filetype: 'pdf' };
    expect(findChanges({ birthCertificate: pdf, previousCertificate: pdf, marksMemos: null })).toEqual([
      { field: 'birthcertificate', from: 'earlier file', to: 'replaced' },
      { field: 'perviouscertificate', from: '', to: 'added' },
      { field: 'markmemos', from: 'earlier file', to: 'removed' },
    ]);
  });

  test('lists scribe, extra time and their certificate, also when they are withdrawn', () => {
    const certificate = { documentId: 'c', filetype: 'pdf' };
    const accommodation = { scribe: 'own', compensatoryTime: true, certificate } as const;
    expect(findChanges({ accommodation })).toEqual([
      { field: 'scribe', from: 'none', to: 'own' },
      { field: 'compensatory_time', from: 'no', to: 'yes' },
      { field: 'accommodationcertificate', from: '', to: 'added' },
    ]);
    expect(findChanges({}, { accommodation })).toEqual([
      { field: 'scribe', from: 'own', to: 'none' },
      { field: 'compensatory_time', from: 'yes', to: 'no' },
      { field: 'accommodationcertificate', from: 'earlier file', to: 'removed' },
    ]);
  });

  test('lists places and parts by name, choices by their value', () => {
    expect(
      findChanges({
        district: { id: 3, name: 'D3' },
        examType: 2,
        compartmental: true,
        languages: [
          { id: 1, name: 'Sanskrit only' },
          { id: 2, name: 'Agama only' },
        ],
      }),
    ).toEqual([
      { field: 'district', from: 'D1', to: 'D3' },
      { field: 'exam_type', from: '1', to: '2' },
      { field: 'exam_regular', from: '1', to: '2' },
      { field: 'language', from: '', to: 'Sanskrit only, Agama only' },
    ]);
  });
});
