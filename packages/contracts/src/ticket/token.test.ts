import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createApplicationId } from '../rules/application-id.ts';
import { decodeToken, encodeClaims, encodeToken, type TicketClaims } from './token.ts';

const hash = fc.uint8Array({ minLength: 16, maxLength: 16 });
const claims: fc.Arbitrary<TicketClaims> = fc.record({
  key: fc.integer({ min: 0, max: 0xffff }).map((key) => key.toString(16).padStart(4, '0')),
  application_id: fc
    .uint8Array({ minLength: 7, maxLength: 7 })
    .map((bytes) => createApplicationId(bytes, '2024')),
  version: fc.integer({ min: 1, max: 0xffff }),
  exam_type: fc.integer({ min: 1, max: 15 }),
  exam_regular: fc.integer({ min: 1, max: 2 }),
  day: fc
    .integer({ min: 0, max: 16_000 })
    .map((days) => new Date(Date.UTC(2020, 0, 1 + days)).toISOString().slice(0, 10)),
  centre: fc.integer({ min: 0, max: 16_383 }),
  name_hash: hash,
  photo_hash: hash,
});
const signature = new Uint8Array(64).fill(7);

test('unpacks what it packed, in 110 bytes', () => {
  fc.assert(
    fc.property(claims, (packed) => {
      const token = encodeToken(encodeClaims(packed), signature);
      expect(Buffer.from(token, 'base64url')).toHaveLength(110);
      expect(decodeToken(token)?.claims).toEqual(packed);
    }),
  );
});

test('rejects any other text without throwing', () => {
  const text = fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: 'binary', maxLength: 300 }));
  fc.assert(fc.property(text, (token) => expect(decodeToken(token)).toBeUndefined()));
});

test('rejects a token with a spare bit set, shortened or lengthened', () => {
  const [one] = fc.sample(claims, 1) as [TicketClaims];
  const token = encodeToken(encodeClaims(one), signature);
  expect(decodeToken(token.slice(0, -1))).toBeUndefined();
  expect(decodeToken(`${token}A`)).toBeUndefined();
  expect(decodeToken(`${token}=`)).toBeUndefined();
  expect(decodeToken(`${token.slice(0, -1)}d`)).toBeUndefined();
});

test('writes and accepts one of the two forms of a signature that verify', () => {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const isSigned = (payload: Uint8Array, signed: Uint8Array) =>
    verify('sha256', payload, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signed);
  for (const one of fc.sample(claims, 20)) {
    const payload = encodeClaims(one);
    const signed = sign('sha256', payload, { key: privateKey, dsaEncoding: 'ieee-p1363' });
    const s = BigInt(`0x${signed.subarray(32).toString('hex')}`);
    const other = Buffer.from((order - s).toString(16).padStart(64, '0'), 'hex');
    const mirrored = Buffer.concat([signed.subarray(0, 32), other]);
    expect([isSigned(payload, signed), isSigned(payload, mirrored)]).toEqual([true, true]);

    const token = encodeToken(payload, signed);
    expect(encodeToken(payload, mirrored)).toBe(token);
    const decoded = decodeToken(token);
    expect(decoded && isSigned(decoded.payload, decoded.signature)).toBe(true);
    const high = s > order / 2n ? signed : mirrored;
    expect(decodeToken(Buffer.concat([payload, high]).toString('base64url'))).toBeUndefined();
  }
});

test('rejects a value that is too large for its field, by name', () => {
  const [one] = fc.sample(claims, 1) as [TicketClaims];
  expect(() => encodeClaims({ ...one, version: 65_536 })).toThrow('version does not fit into 16 bits');
  expect(() => encodeClaims({ ...one, application_id: 'ARC24-WRONG000' })).toThrow('valid application ID');
});
