import { parse as parseQuery } from 'node:querystring';
import { Readable } from 'node:stream';
import {
  createApplicationId,
  decodeToken,
  describeUnprinted,
  type Examination,
  encodeClaims,
  encodeToken,
  readSessionId,
  runChecks,
  signUpChecks,
} from '@archaka/contracts';
import { parseJsonObject } from '@archaka/service-kit/server';
import { assertWellFormedHeaders } from '../../../svc-application/src/features/resume-upload/resume-upload.ts';
import { readUpload } from '../../../svc-application/src/features/upload-document/upload-document.ts';
import { readCallback } from '../../../svc-payment/src/features/handle-return.ts';
import { webhookSchema } from '../../../svc-payment/src/razorpay/webhook.ts';
import { fileTargets } from './file-targets.ts';
import type { Target } from './target.ts';

type ExpressRequest = Parameters<typeof assertWellFormedHeaders>[0];
type ExpressResponse = Parameters<typeof assertWellFormedHeaders>[1];

const BOUNDARY = 'boundary';

/** Runs the reader of multipart forms on a request with these bytes. */
function readMultipart(bytes: Buffer): Promise<unknown> {
  const request = Object.assign(Readable.from([bytes]), {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, 'transfer-encoding': 'chunked' },
  });
  return readUpload(request as unknown as ExpressRequest);
}

const hash = new Uint8Array(16).fill(5);
const token = encodeToken(
  encodeClaims({
    key: '00ab',
    application_id: createApplicationId(new Uint8Array(7).fill(9), '2024'),
    version: 3,
    exam_type: 2,
    exam_regular: 1,
    day: '2024-06-10',
    centre: 77,
    name_hash: hash,
    photo_hash: hash,
  }),
  new Uint8Array(64).fill(7),
);

export const targets: Readonly<Record<string, Target>> = {
  ...fileTargets,
  json: {
    parse: parseJsonObject,
    maxBytes: 65_536,
    seeds: ['{"a":[1,{"b":"c"}],"d":null}', '{"__proto__":{"a":1}}'],
    tokens: [
      '{',
      '}',
      '[',
      ']',
      '":',
      '"',
      ',',
      '\\u0041',
      '\\"',
      '__proto__',
      '1e9',
      '-0',
      'null',
      '\ufeff',
    ],
  },
  form: {
    parse: (bytes) => readCallback(parseQuery(bytes.toString('latin1'))),
    maxBytes: 16_384,
    seeds: [
      'razorpay_order_id=a&razorpay_payment_id=b&razorpay_signature=c',
      'error[code]=a&error[metadata]={"order_id":"a","payment_id":null}',
    ],
    tokens: ['razorpay_order_id', 'error[metadata]', '[order_id]', '=', '&', '%', '%5B', '+', '{"order_id":'],
  },
  webhook: {
    parse: (bytes) => webhookSchema.safeParse(JSON.parse(bytes.toString('utf8'))),
    maxBytes: 65_536,
    seeds: ['{"event":"payment.captured","payload":{"payment":{"entity":{"id":"a","amount":1}}}}'],
    tokens: ['"payload":', '"payment":', '"entity":', '"id":', '{', '}', '[', '1e400', 'null'],
  },
  multipart: {
    parse: readMultipart,
    maxBytes: 16_384,
    seeds: [
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="kind"\r\n\r\nimage\r\n--${BOUNDARY}--\r\n`,
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\ncontent-type: image/png\r\n\r\nx\r\n--${BOUNDARY}--\r\n`,
    ],
    tokens: [
      `--${BOUNDARY}`,
      '\r\n',
      '--',
      'content-disposition: form-data',
      '; name="',
      'filename*=utf-8',
      '%',
    ],
  },
  'tus-metadata': {
    parse: (bytes) => {
      const headers = { 'upload-metadata': bytes.toString('latin1'), 'upload-length': '1' };
      assertWellFormedHeaders(
        { headers } as unknown as ExpressRequest,
        {} as ExpressResponse,
        () => undefined,
      );
    },
    maxBytes: 16_384,
    seeds: ['kind aW1hZ2U=,filename YS5wbmc=', 'kind'],
    tokens: ['kind ', 'aW1hZ2U=', ',', ' ', '=', '=='],
  },
  'ticket-token': {
    parse: (bytes) => decodeToken(bytes.toString('latin1')),
    maxBytes: 16_384,
    seeds: [token, `${token}=`, 'A'.repeat(147)],
    tokens: ['A', '-', '_', '='],
  },
  cookie: {
    parse: (bytes) => readSessionId(bytes.toString('latin1'), 'https://exams.example.in'),
    maxBytes: 16_384,
    seeds: [`__Host-archaka_session=${'a'.repeat(43)}; __Host-archaka_otp=b`, 'a=b;  archaka_session=c'],
    tokens: ['__Host-archaka_session=', '; ', ';', ' ', '=', '"'],
  },
  text: {
    parse: (bytes) => {
      const text = bytes.toString('utf8');
      const body = { name: text, email: text, address: text, pincode: text };
      return [describeUnprinted(text), runChecks(signUpChecks, body, {} as Examination)];
    },
    maxBytes: 65_536,
    seeds: ['శ్రీరామ్\u200cశర్మ, Kṛṣṇa', 'a.b@example.org', '\u3164\u200b'],
    tokens: ['@', '.', '\u0c4d', '\u200c', '\u0301', '\u202e', '😀', ' '],
  },
};
