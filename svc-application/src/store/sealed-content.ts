import { maskAadhaar } from '@archaka/contracts';
import type { SealedPlace } from '@archaka/service-kit';
import type { MaskedContent, WholeContent } from '../domain/application.ts';
import type { SealedContent } from './content-schema.ts';
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
