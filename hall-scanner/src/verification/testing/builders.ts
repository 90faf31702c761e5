import {
  encodeClaims,
  encodeToken,
  HALL_LIST_FILE,
  HALL_LIST_TYPE,
  type HallList,
  type TicketClaims,
  toCentreCode,
  toPhotoPath,
  truncateHash,
} from '@archaka/contracts/calls';
import { strToU8, zipSync } from 'fflate';
import { CompactSign } from 'jose';
import type { TicketKey } from '../../portal/portal-client.ts';
import { sha256 } from '../hashes.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export const ORIGIN = 'https://exams.example.in';
export const NAME = 'సీతా రామ శర్మ';
export const PHOTO: Bytes = strToU8('the photo as a JPEG').slice();

const hashText = (text: string) => sha256(new TextEncoder().encode(text));
const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** A ticket key and its signatures. */
export async function buildKey(kid = 'a1b2') {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const key: TicketKey = { kid, x, y };
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };

  return {
    key,
    /** The address in the code of a ticket. */
    async address(overrides: Partial<TicketClaims> = {}): Promise<string> {
      const application_id = overrides.application_id ?? 'ARC24-BG6JDQ12';
      const payload = encodeClaims({
        key: kid,
        application_id,
        version: 2,
        exam_type: 1,
        exam_regular: 1,
        day: '2026-11-20',
        centre: toCentreCode(await hashText('Tirupati')),
        name_hash: truncateHash(await hashText(`${application_id}\0${NAME}`)),
        photo_hash: truncateHash(await sha256(PHOTO)),
        ...overrides,
      });
      const signature = new Uint8Array(await crypto.subtle.sign(algorithm, pair.privateKey, payload.slice()));
      return `${ORIGIN}/verify/${encodeToken(payload, signature)}`;
    },
    signList: (list: HallList, typ: string = HALL_LIST_TYPE): Promise<string> =>
      new CompactSign(strToU8(JSON.stringify(list)))
        .setProtectedHeader({ alg: 'ES256', kid, typ })
        .sign(pair.privateKey),
  };
}

/** The list of Tirupati with one ticket on it. */
export async function buildList(
  overrides: Partial<HallList['tickets'][number]> = {},
  made_at = '2026-11-21T04:00:00Z',
) {
  const ticket = {
    application_id: 'ARC24-BG6JDQ12',
    version: 2,
    name: NAME,
    exam_type: 1,
    photo: base64url(await sha256(PHOTO)),
    ...overrides,
  };
  const list: HallList = {
    examination: { name: 'Archaka examinations 2024', name_te: 'అర్చక పరీక్షలు 2024', year: '2024' },
    centre: { name: 'Tirupati', name_te: 'తిరుపతి' },
    made_at,
    tickets: [ticket],
  };
  return list;
}

/** A list as a file. */
export const buildZip = (jws: string, photos: Readonly<Record<string, Uint8Array>>): Blob => {
  const files = Object.entries(photos).map(([id, jpeg]) => [toPhotoPath(id), jpeg]);
  return new Blob([zipSync({ [HALL_LIST_FILE]: strToU8(jws), ...Object.fromEntries(files) }).slice()]);
};
