import { createHash, randomBytes } from 'node:crypto';
import { authCookies } from '@archaka/contracts';
import { type Applicant, buildApplicant } from '@archaka/test-kit';
import { createReplacement, mapTexts, type Replace } from './replace-texts.ts';
import type { Row } from './row.ts';
import { type RowKind, toPath } from './row-kinds.ts';
import type { Stores } from './stores.ts';
import type { Template } from './template.ts';

/** A signed-in applicant with data of an older release. */
export interface PlainPerson {
  readonly applicant: Applicant;
  readonly cookie: string;
  readonly applicationId: string;
  /** By kind: the photo's and the paper's. */
  readonly documentIds: { readonly photo: string; readonly birthCertificate: string };
  readonly rows: readonly PlainRow[];
}

interface PlainRow {
  readonly kind: RowKind;
  readonly row: Row;
  /** The `_id` after sealing: that of a claim is its value. */
  readonly sealedId: string;
  /** The expected personal data of the sealed row. */
  readonly data: unknown;
}

const createOpaqueId = () => randomBytes(32).toString('base64url');
const hashOpaqueId = (id: string) => createHash('sha256').update(id).digest('base64url');
const maskAadhaar = (aadhaar: string) => `**** **** ${aadhaar.slice(-4)}`;
/** A name of letters only. */
const toName = (index: number) =>
  `Rama ${[...String(index)].map((digit) => String.fromCharCode(97 + Number(digit))).join('')}`;

const findRow = ({ rows }: Template, path: string) => rows.find(({ kind }) => toPath(kind) === path);

/** Ids that occur in rows of several persons, replaced for each person. */
const listIds = ({ rows }: Template): string[] =>
  rows
    .flatMap(({ row }) => [row.orderId, row.transactionId, row.token])
    .filter((id) => typeof id === 'string');

/** Each person has different papers. */
const mark = (bytes: Buffer, index: number) => Buffer.concat([bytes, Buffer.from(`\n%${index}`)]);

function markFiles(data: unknown, index: number): unknown {
  if (Buffer.isBuffer(data)) return mark(data, index);
  const { pdf, photo } = Object(data);
  return Buffer.isBuffer(pdf)
    ? { ...(data as object), pdf: mark(pdf, index), photo: mark(photo, index) }
    : data;
}

function createClaims(
  person: Omit<PlainPerson, 'rows'>,
  { template, stores }: CopyContext,
): Map<string, string> {
  const { number, aadhar } = person.applicant;
  const { indexAccount, indexClaim } = stores.sealing.application;
  const email = `applicant.${number}@example.org`;
  const year = String(findRow(template, 'application.applications')?.row.examYear);
  return new Map([
    [`number:${number}`, `number:${indexAccount(`number:${number}`)}`],
    [`email:${email}`, `email:${indexAccount(`email:${email}`)}`],
    [`mobile:${year}:${number}`, `mobile:${year}:${indexClaim(`mobile:${number}`)}`],
    [`aadhaar:${year}:${indexClaim(aadhar)}`, `aadhaar:${year}:${indexClaim(aadhar)}`],
  ]);
}

export interface CopyContext {
  readonly template: Template;
  readonly stores: Stores;
}

/** Another person with the template's data, in the format of an older release. */
export function createPlainPerson(index: number, context: CopyContext): PlainPerson {
  const { session, applicationId: oldApplicationId, rows } = context.template;
  const { person: old } = session;
  const sessionId = createOpaqueId();
  const applicant = buildApplicant({ name: toName(index) });
  const applicationId = `${oldApplicationId.slice(0, 6)}${String(index).padStart(8, '0')}`;
  const photo = randomBytes(32).toString('base64url');
  const birthCertificate = randomBytes(32).toString('base64url');
  const form = rows.find(({ opened }) => Object(opened).content) ?? { opened: {} };
  const { content } = form.opened as { content: { photo: FileRef; birthCertificate: FileRef } };
  const replace = createReplacement(
    new Map([
      [old.id, applicant.id],
      [old.number, applicant.number],
      [old.aadhar, applicant.aadhar],
      [maskAadhaar(old.aadhar), maskAadhaar(applicant.aadhar)],
      [old.name, applicant.name],
      [oldApplicationId, applicationId],
      [hashOpaqueId(readCookieValue(session.cookie())), hashOpaqueId(sessionId)],
      [content.photo.documentId, photo],
      [content.birthCertificate.documentId, birthCertificate],
      ...listIds(context.template).map((id): [string, string] => [id, `${id}${index}`]),
    ]),
  );
  const person = {
    ...{ applicant, applicationId, documentIds: { photo, birthCertificate } },
    cookie: `${authCookies.session}=${sessionId}`,
  };
  return { ...person, rows: copyRows(index, { person, replace, context }) };
}

interface FileRef {
  readonly documentId: string;
}

const readCookieValue = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1);

interface Copying {
  readonly person: Omit<PlainPerson, 'rows'>;
  readonly replace: Replace;
  readonly context: CopyContext;
}

function copyRows(index: number, { person, replace, context }: Copying): PlainRow[] {
  const claims = [...createClaims(person, context)];
  return context.template.rows.flatMap(({ kind, row, opened }) => {
    const copy = mapTexts(row, replace) as Row;
    const data = markFiles(mapTexts(opened, replace), index);
    if (!/claims$/.test(kind.collection)) {
      const plain = kind.toPlain(copy, data);
      return [{ kind, row: plain, sealedId: plain._id, data }];
    }
    const [field = ''] = copy._id.split(':');
    const [id, sealedId] = claims.find(([claim]) => claim.startsWith(`${field}:`)) ?? ['', ''];
    return [{ kind, row: { ...copy, _id: id }, sealedId, data }];
  });
}
