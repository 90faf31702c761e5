import { createSecretKey, randomBytes } from 'node:crypto';
import {
  type FileStorage,
  openBox,
  type PersonalSealing,
  type PersonalValue,
  type SealingContext,
  sealBox,
} from '@archaka/service-kit';
import { computeDigest, type MaskedContent, type UnmaskedContent } from '../domain/application.ts';
import { maskIdentity } from '../domain/identity.ts';
import type { AadhaarSealing } from './aadhaar-sealing.ts';
import {
  type PlainContent,
  type SealedContent,
  type StoredContent,
  withoutSealedAadhaar,
} from './content-schema.ts';

/** Seals an Aadhaar twice: under its own key, which only the applicant's data key opens, then under the ring. */
export interface FormSealing {
  readonly aadhaar: AadhaarSealing;
  readonly personal: PersonalSealing & FileStorage;
}

interface AadhaarOptions {
  readonly sealing: AadhaarSealing;
  readonly context: SealingContext;
}

interface FormOptions {
  readonly sealing: FormSealing;
  readonly context: SealingContext;
}

export function maskContent(
  { aadhaar, ...particulars }: UnmaskedContent,
  sealing: AadhaarSealing,
): MaskedContent {
  return {
    ...particulars,
    aadhaarMasked: maskIdentity(aadhaar),
    aadhaarIndex: sealing.computeIndex(aadhaar),
  };
}

/** Fields that the applicant's data key seals as one value. */
interface PersonalFields {
  /** Mobile number of an application. */
  readonly number?: string | undefined;
  readonly content: PlainContent;
}

export interface StoredForm {
  readonly content: StoredContent;
  readonly sealed: PersonalValue;
}

const FIELD = 'sealed';
const AADHAAR_AAD = 'aadhaar';
const toAadhaarKey = (base64: string) => createSecretKey(Buffer.from(base64, 'base64'));

interface NewForm {
  readonly owner: string;
  readonly number?: string;
  readonly content: UnmaskedContent;
}

export async function sealForm(
  { owner, number, content: unmasked }: NewForm,
  { sealing, context }: FormOptions,
): Promise<StoredForm> {
  const { aadhaarIndex, ...masked } = maskContent(unmasked, sealing.aadhaar);
  const aadhaarKey = randomBytes(32).toString('base64');
  const inner = sealBox(toAadhaarKey(aadhaarKey), Buffer.from(unmasked.aadhaar), AADHAAR_AAD);
  const aadhaar = sealing.aadhaar.seal(inner.toString('base64'), context);
  const fields: PersonalFields = { number, content: { ...masked, aadhaarKey } };
  const sealed = await sealing.personal.sealFields(owner, fields, { ...context, field: FIELD });
  return { content: { aadhaar, aadhaarIndex }, sealed };
}

type Opened<Form extends StoredForm> = Omit<Form, keyof StoredForm> & {
  readonly number: string;
  readonly content: SealedContent;
};

/** Opens the personal fields; the Aadhaar stays sealed. @throws as `PersonalSealing.openFields` */
export async function openForm<Form extends StoredForm>(
  { sealed, content: stored, ...row }: Form,
  { sealing, context }: FormOptions,
): Promise<Opened<Form>> {
  const { personal } = sealing;
  const { number = '', content } = await personal.openFields<PersonalFields>(sealed, {
    ...context,
    field: FIELD,
  });
  return { ...row, number, content: { ...stored, ...content } };
}

export function unsealContent(
  { aadhaar, aadhaarKey, aadhaarMasked: _masked, aadhaarIndex: _index, ...particulars }: SealedContent,
  { sealing, context }: AadhaarOptions,
): UnmaskedContent {
  const inner = Buffer.from(sealing.unseal(aadhaar, context), 'base64');
  const plain = openBox(toAadhaarKey(aadhaarKey), inner, AADHAAR_AAD).toString();
  return { ...particulars, aadhaar: plain };
}

export const resealAadhaar = ({ aadhaar }: SealedContent, { sealing, context }: AadhaarOptions) =>
  sealing.seal(sealing.unseal(aadhaar, context), context);

/** Includes the sealed Aadhaar only while the index key is rotated. */
export const getMaskedProjection = ({ computeOlderIndexes }: AadhaarSealing) =>
  computeOlderIndexes('').length > 0 ? {} : withoutSealedAadhaar;

interface SealedForm {
  readonly content: SealedContent;
  readonly digest?: string;
}
type MaskedForm<Form extends SealedForm> = Omit<Form, 'content'> & { readonly content: MaskedContent };

/** Index and digest under the current key; a digest of another form stays. */
export function reindexForm<Form extends SealedForm>({ content, digest }: Form, options: AadhaarOptions) {
  const unmasked = unsealContent(content, options);
  const aadhaarIndex = options.sealing.computeIndex(unmasked.aadhaar);
  const isOwnDigest = digest !== undefined && digest === computeDigest(unmasked, content.aadhaarIndex);
  return { unmasked, aadhaarIndex, ...(isOwnDigest && { digest: computeDigest(unmasked, aadhaarIndex) }) };
}

/** Expects a row read with `getMaskedProjection`. */
export function maskRow<Form extends SealedForm>(row: Form, options: AadhaarOptions): MaskedForm<Form> {
  const { aadhaar, aadhaarKey: _key, ...content } = row.content;
  if (!aadhaar || options.sealing.isCurrentIndex(content.aadhaarIndex)) return { ...row, content };
  const { unmasked: _unmasked, aadhaarIndex, ...digest } = reindexForm(row, options);
  return { ...row, ...digest, content: { ...content, aadhaarIndex } };
}
