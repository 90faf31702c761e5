import { createHash, randomBytes } from 'node:crypto';
import { authCookies } from '@archaka/contracts';
import { type Applicant, buildApplicant } from '@archaka/test-kit';
import type { Blueprint } from './blueprint.ts';
import { type CopyRow, copyPerson } from './copy.ts';
import type { Random } from './random.ts';
import { createReplacement } from './replace-texts.ts';
import { resealRow } from './reseal.ts';
import type { Stores } from './stores.ts';
import type { Way } from './ways.ts';

/** A resealed, signed-in copy, for measurements. */
export interface KnownPerson {
  readonly way: Way;
  readonly applicant: Applicant;
  readonly cookie: string;
  readonly applicationId: string;
  readonly orderId: string;
  readonly documentId: string;
}

const DATA_KEYS = /\.datakeys$/;

const hashOpaqueId = (id: string) => createHash('sha256').update(id).digest('base64url');
const readCookieValue = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1);
const maskAadhaar = (aadhaar: string) => `**** **** ${aadhaar.slice(-4)}`;

/** Blind indexes of number, e-mail address and Aadhaar. */
const listIndexes = ({ number, aadhar }: Applicant, { sealing }: Stores): string[] => {
  const { indexAccount, indexClaim } = sealing.application;
  return [
    indexAccount(`number:${number}`),
    indexAccount(`email:applicant.${number}@example.org`),
    indexClaim(`mobile:${number}`),
    indexClaim(aadhar),
  ];
};

const pair = (old: readonly string[], fresh: readonly string[]): [string, string][] =>
  old.map((id, index) => [id, fresh[index] as string]);

const parseNamespace = (namespace: string) => {
  const [database = '', ...collection] = namespace.split('.');
  return { service: database.replace(/^[^_]+_/, ''), collection: collection.join('.') };
};

interface SealingRun {
  readonly stores: Stores;
  readonly applicant: Applicant;
  readonly replace: (text: string) => string;
}

async function seal({ source, row }: CopyRow, { stores, applicant, replace }: SealingRun): Promise<CopyRow> {
  const { service, collection } = parseNamespace(source.namespace);
  const sealing = Object.entries(stores.sealing).find(([name]) => name === service)?.[1];
  if (!sealing) return { source, row };
  const resealed = await resealRow(source.template, row, {
    ...{ personal: sealing.personal, collection, replace, owner: applicant.id },
    ...{ oldId: String(source.template._id), newId: String(row._id) },
  });
  return { source, row: resealed as CopyRow['row'] };
}

export interface KnownPersonOptions {
  readonly stores: Stores;
  readonly random: Random;
}

/** A person whose last action was just now. */
export async function createKnownPerson(blueprint: Blueprint, { stores, random }: KnownPersonOptions) {
  const { walker, ids: oldIds } = blueprint;
  const old = walker.session.person;
  const applicant = buildApplicant({ name: old.name });
  const sessionId = randomBytes(32).toString('base64url');
  const given = new Map([
    [old.id, applicant.id],
    [hashOpaqueId(readCookieValue(walker.session.cookie())), hashOpaqueId(sessionId)],
    ...pair(listIndexes(old, stores), listIndexes(applicant, stores)),
  ]);
  const { ids, rows } = copyPerson(blueprint, { random, ageMs: 0, given });
  const replacements = new Map([
    ...pair(oldIds, ids),
    ...pair([old.number, old.aadhar], [applicant.number, applicant.aadhar]),
    [maskAadhaar(old.aadhar), maskAadhaar(applicant.aadhar)] as [string, string],
  ]);
  const run = { stores, applicant, replace: createReplacement(replacements) };
  const own = rows.filter(({ source }) => !DATA_KEYS.test(source.namespace));
  const find = (id: string) => replacements.get(id) ?? '';
  const person: KnownPerson = {
    ...{ way: walker.way, applicant, cookie: `${authCookies.session}=${sessionId}` },
    applicationId: find(walker.applicationId),
    orderId: find(walker.orderId),
    documentId: find(walker.documentId),
  };
  return { person, rows: await Promise.all(own.map((row) => seal(row, run))) };
}
