import { maskAadhaar } from '@archaka/contracts';
import type { SealingContext } from '@archaka/service-kit';
import { computeDigest, type MaskedContent, type UnmaskedContent } from '../domain/application.ts';
import type { AadhaarSealing } from './aadhaar-sealing.ts';
import { type SealedContent, withoutSealedAadhaar } from './content-schema.ts';

export function maskContent(
  { aadhaar, ...particulars }: UnmaskedContent,
  sealing: AadhaarSealing,
): MaskedContent {
  return { ...particulars, aadhaarMasked: maskAadhaar(aadhaar), aadhaarIndex: sealing.computeIndex(aadhaar) };
}

export function sealContent(
  content: UnmaskedContent,
  { sealing, context }: { sealing: AadhaarSealing; context: SealingContext },
): SealedContent {
  return { ...maskContent(content, sealing), aadhaar: sealing.seal(content.aadhaar, context) };
}

export function unsealContent(
  { aadhaar, aadhaarMasked: _masked, aadhaarIndex: _index, ...particulars }: SealedContent,
  { sealing, context }: { sealing: AadhaarSealing; context: SealingContext },
): UnmaskedContent {
  return { ...particulars, aadhaar: sealing.unseal(aadhaar, context) };
}

/** Includes the sealed Aadhaar only while the index key is rotated. */
export const getMaskedProjection = ({ computeOlderIndexes }: AadhaarSealing) =>
  computeOlderIndexes('').length > 0 ? {} : withoutSealedAadhaar;

interface SealedForm {
  readonly content: SealedContent;
  readonly digest?: string;
}
type MaskedForm<Form extends SealedForm> = Omit<Form, 'content'> & { readonly content: MaskedContent };

/** Index and digest under the current key; a digest of another form stays. */
export function reindexForm<Form extends SealedForm>(
  { content, digest }: Form,
  { sealing, context }: { sealing: AadhaarSealing; context: SealingContext },
) {
  const unmasked = unsealContent(content, { sealing, context });
  const aadhaarIndex = sealing.computeIndex(unmasked.aadhaar);
  const isOwnDigest = digest !== undefined && digest === computeDigest(unmasked, content.aadhaarIndex);
  return { unmasked, aadhaarIndex, ...(isOwnDigest && { digest: computeDigest(unmasked, aadhaarIndex) }) };
}

/** Expects a row read with `getMaskedProjection`. */
export function maskRow<Form extends SealedForm>(
  row: Form,
  { sealing, context }: { sealing: AadhaarSealing; context: SealingContext },
): MaskedForm<Form> {
  const { aadhaar, ...content } = row.content;
  if (!aadhaar || sealing.isCurrentIndex(content.aadhaarIndex)) return { ...row, content };
  const { unmasked: _unmasked, aadhaarIndex, ...digest } = reindexForm(row, { sealing, context });
  return { ...row, ...digest, content: { ...content, aadhaarIndex } };
}
