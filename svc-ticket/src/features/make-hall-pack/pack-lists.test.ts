import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { HALL_LIST_FILE, HALL_LIST_TYPE, hallList, toPhotoPath } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import { CompactSign, compactVerify, generateKeyPair } from 'jose';
import type { TicketRepository } from '../../persistence/ticket-repository.ts';
import type { Candidate } from './candidate-list.ts';
import { writeListCsv, writeScannerList } from './pack-lists.ts';
import { buildApplicationId, buildCandidate, examination, unzip } from './testing/builders.ts';

test('is read by spreadsheets as UTF-8 and never as a formula', async () => {
  const out = new PassThrough();
  const candidates = [
    buildCandidate(1, { name: 'శ్రీనివాస', exam_type: 1 }),
    buildCandidate(2, { name: '=HYPERLINK("http://x")', exam_type: 2, exam_regular: 2, languages: [1, 3] }),
  ];
  const [rows, csv] = await Promise.all([writeListCsv(out, candidates, examination), buffer(out)]);
  expect(rows).toBe(2);
  expect(String(csv).split('\n')).toEqual([
    '\uFEFFnumber,application_id,ticket_version,name,exam_type,regular_or_compartmental,papers,accommodation',
    `1,${buildApplicationId(1)},1,శ్రీనివాస,Pravesa,Regular,,`,
    `2,${buildApplicationId(2)},1,"'=HYPERLINK(""http://x"")",Vara,Compartmental,Sanskrit only; Oral and Shushkruti,`,
    '',
  ]);
});

const allotment = {
  application_id: buildApplicationId(1),
  ...{ year: '2024', district: 'Tirupati', centre: '101', seat: 42, roll_number: '24-101-0042', notice: '' },
};

const buildData = (candidates: readonly Candidate[], getPhotos: TicketRepository['getPhotos']) => ({
  examination,
  centre: { name: 'Tirupati', name_te: 'తిరుపతి' },
  candidates,
  tickets: { getPhotos },
});

test('contains the signed list and the photos that it names', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const signText = (text: string, typ: string) =>
    new CompactSign(Buffer.from(text))
      .setProtectedHeader({ alg: 'ES256', kid: 'ab12', typ })
      .sign(privateKey);
  const candidates = [{ ...buildCandidate(1), allotment }, buildCandidate(2, { name: 'సీత' })];
  const getPhotos = async () => [Buffer.from('a photo'), undefined];
  const out = new PassThrough();
  const made_at = new Date('2026-11-22T06:30:00Z');

  const options = { data: buildData(candidates, getPhotos), made_at, keys: { signText } };
  const [listed, bytes] = await Promise.all([writeScannerList(out, options), buffer(out)]);
  expect(listed).toBe(2);
  const files = await unzip(bytes);
  expect([...files.keys()]).toEqual([toPhotoPath(buildApplicationId(1)), HALL_LIST_FILE]);
  expect(String(files.get(toPhotoPath(buildApplicationId(1))))).toBe('a photo');
  const { payload, protectedHeader } = await compactVerify(String(files.get(HALL_LIST_FILE)), publicKey);
  expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'ab12', typ: HALL_LIST_TYPE });
  expect(hallList.parse(JSON.parse(new TextDecoder().decode(payload)))).toMatchObject({
    centre: { name: 'Tirupati', name_te: 'తిరుపతి' },
    examination: { year: '2024' },
    made_at: '2026-11-22T06:30:00.000Z',
    tickets: [
      {
        application_id: buildApplicationId(1),
        version: 1,
        roll_number: '24-101-0042',
        photo: createHash('sha256').update('a photo').digest('base64url'),
      },
      { application_id: buildApplicationId(2), version: 1, name: 'సీత', photo: null },
    ],
  });
});
