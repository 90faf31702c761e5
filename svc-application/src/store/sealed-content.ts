import { maskAadhaar } from '@archaka/contracts';
import type { SealedPlace } from '@archaka/service-kit';
import { digestOf, type MaskedContent, type WholeContent } from '../domain/application.ts';
import { masked, type SealedContent } from './content-schema.ts';
import type { AadhaarSealing } from './sealing.ts';

export function maskContent(
  { aadhaar, ...particulars }: WholeContent,
  sealing: AadhaarSealing,
): MaskedContent {
  return { ...particulars, aadhaarMasked: maskAadhaar(aadhaar), aadhaarIndex: sealing.indexOf(aadhaar) };
}

export function sealContent(
  content: WholeContent,
  { sealing, place }: { sealing: AadhaarSealing; place: SealedPlace },
): SealedContent {
  return { ...maskContent(content, sealing), aadhaar: sealing.seal(content.aadhaar, place) };
}

export function openContent(
  { aadhaar, aadhaarMasked: _masked, aadhaarIndex: _index, ...particulars }: SealedContent,
  { sealing, place }: { sealing: AadhaarSealing; place: SealedPlace },
): WholeContent {
  return { ...particulars, aadhaar: sealing.open(aadhaar, place) };
}

/** What to read of a row that is to be shown masked: its sealed Aadhaar only while the index key is rotated. */
export const maskedIn = ({ olderIndexesOf }: AadhaarSealing) => (olderIndexesOf('').length > 0 ? {} : masked);

interface StoredForm {
  readonly content: SealedContent;
  readonly digest?: string;
}
type Masked<Form extends StoredForm> = Omit<Form, 'content'> & { readonly content: MaskedContent };

/** The whole form, and what its index and digest are under the present key; a digest of another form stays. */
export function reindexed<Form extends StoredForm>(
  { content, digest }: Form,
  { sealing, place }: { sealing: AadhaarSealing; place: SealedPlace },
) {
  const whole = openContent(content, { sealing, place });
  const aadhaarIndex = sealing.indexOf(whole.aadhaar);
  const isItsDigest = digest !== undefined && digest === digestOf(whole, content.aadhaarIndex);
  return { whole, aadhaarIndex, ...(isItsDigest && { digest: digestOf(whole, aadhaarIndex) }) };
}

/** A row read with `maskedIn`, under the present index key and without its sealed Aadhaar. */
export function maskedRow<Form extends StoredForm>(
  row: Form,
  { sealing, place }: { sealing: AadhaarSealing; place: SealedPlace },
): Masked<Form> {
  const { aadhaar, ...content } = row.content;
  if (!aadhaar || sealing.isPresentIndex(content.aadhaarIndex)) return { ...row, content };
  const { whole: _whole, aadhaarIndex, ...digest } = reindexed(row, { sealing, place });
  return { ...row, ...digest, content: { ...content, aadhaarIndex } };
}
