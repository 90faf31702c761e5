import { type ApplicationForm, applicationForm, examinationSchema, filledForm } from '@archaka/contracts';
import exam2024 from '@archaka/exams/2024.json' with { type: 'json' };
import { describe, expect, test } from '@jest/globals';
import { readPlaces } from '../config.ts';
import { computeDigest } from './application.ts';
import { toContent, toFilledForm } from './form.ts';

const examination = examinationSchema.parse(exam2024);
const files = {
  photo: { documentId: 'p', filetype: 'jpeg' },
  birthCertificate: { documentId: 'b', filetype: 'pdf' },
  previousCertificate: null,
  marksMemos: null,
};
const form: ApplicationForm = {
  number: 9000000001,
  aadhar: 234567890123,
  name: '  శ్రీ <b>"$where"</b> ',
  father_name: 'F',
  dob: '1984-06-02',
  postal_address: '4-12\nTemple Street',
  district: 'అల్లూరి సీతారామ రాజు',
  district_id: '1',
  mandal: 'Chintapalle',
  mandal_id: '1',
  exam_type: '2',
  exam_regular: '2',
  pasthallticket: 1234,
  language:
    '[{"language_id":"2","language":"x"},{"language_id":1,"language":"y"},{"language_id":9,"language":"z"}]',
  centre_district: 'Anakapalli',
  centre_district_id: 2,
  agamamu: 'వైఖానస',
};
const context = { files, certificate: null, places: readPlaces(), examination };
const content = toContent(form, context);

const source = { applicationId: 'A', userId: 'u', number: '9000000001', saveId: 1, amount: 100 } as const;

describe('a form as the domain knows it', () => {
  test('accepts Aadhaar, hall ticket and ids as numbers or text, names unaltered, and parts in the words of the examination, each once [S-3.7]', () => {
    expect(content).toMatchObject({
      aadhaar: '234567890123',
      name: '  శ్రీ <b>"$where"</b> ',
      previousHallTicket: '1234',
      examType: 2,
      compartmental: true,
      district: { id: 1, name: 'Alluri Sitharama Raju' },
      mandal: { id: 1, name: 'Chintapalle' },
      centreDistrict: { id: 2, name: 'Anakapalli' },
      languages: [
        { id: 1, name: 'Sanskrit only' },
        { id: 2, name: 'Agama only' },
      ],
    });
  });

  test('is returned as a form that can be sent again, with the age of that day', () => {
    const filled = toFilledForm({ ...source, content }, new Date('2024-06-01T18:30:00Z'));
    expect(filledForm.parse(filled)).toEqual(filled);
    expect(filled).toMatchObject({ age: 40, amount: 100, save_id: 1, image_ind: 0, aadhar: '234567890123' });
    expect(toContent(applicationForm.parse(filled), context)).toEqual(content);
  });

  test('returns an accommodation with its certificate', () => {
    const accommodation = { scribe: 'own', compensatory_time: true } as const;
    const withCertificate = { ...context, certificate: { documentId: 'c', filetype: 'pdf' } };
    const requesting = toContent({ ...form, accommodation }, withCertificate);
    const filled = toFilledForm({ ...source, content: requesting }, new Date());
    expect(filled).toMatchObject({
      accommodation,
      accommodationcertificate: [{ document_id: 'c', filetype: 'pdf' }],
      accommodationcertificate_ind: 0,
    });
    expect(toContent(applicationForm.parse(filled), withCertificate)).toEqual(requesting);
  });

  test.each([
    ['is absent', undefined],
    ['is null', null],
    ['asks for nothing', { scribe: 'none', compensatory_time: false } as const],
  ])('stores a form whose accommodation %s as one without', (_what, accommodation) => {
    const certificate = { documentId: 'c', filetype: 'pdf' };
    const without = toContent({ ...form, accommodation }, { ...context, certificate });
    expect(without).toStrictEqual(content);
  });

  test('returns another identity paper with its number, without an Aadhaar number', () => {
    const voterCard = { kind: 'voter-card', name: 'Voter card', name_te: 'ఓటరు కార్డు' };
    const listing = { ...voterCard, pattern: '[A-Z]{3}\\d{7}', example: 'ABC1234567' };
    const withList = { ...context, examination: { ...examination, identity_papers: [listing] } };
    const paper = { aadhar: '', identity_kind: 'voter-card', identity_number: 'abc 7654321' };
    expect(toContent({ ...form, ...paper, aadhar: 234567890123 }, context)).toEqual(content);
    const identified = toContent({ ...form, ...paper }, withList);
    expect(identified).toMatchObject({
      aadhaar: 'paper:voter-card:ABC7654321',
      identityPaper: { kind: 'voter-card', name: 'Voter card', nameTe: 'ఓటరు కార్డు' },
    });
    const filled = toFilledForm({ ...source, content: identified }, new Date());
    expect(filled).toMatchObject({ ...paper, identity_number: 'ABC7654321' });
    expect(toContent(applicationForm.parse(filled), withList)).toEqual(identified);
  });

  test('has equal digests for equal forms, without the plain Aadhaar', () => {
    const digest = computeDigest(content, 'index');
    expect(computeDigest(toContent({ ...form, age: 5 } as ApplicationForm, context), 'index')).toBe(digest);
    expect(computeDigest({ ...content, aadhaar: '999999999999' }, 'index')).toBe(digest);
    expect(computeDigest(content, 'other')).not.toBe(digest);
    expect(computeDigest({ ...content, name: 'N' }, 'index')).not.toBe(digest);
  });
});
