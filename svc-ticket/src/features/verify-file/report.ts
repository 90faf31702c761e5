import { type BilingualText, verificationMessages } from '@archaka/contracts';
import type { FieldMatches } from './compare-fields.ts';
import {
  fieldLabels,
  genuineWithPhotoMessage,
  matchMessages,
  otherOriginMessage,
  photoUrlLabel,
  readErrorMessages,
} from './messages.ts';
import type { ReadErrorReason } from './scanned-page.ts';
import type { Finding } from './verify-page.ts';

const toBilingual = ({ te, en }: BilingualText): string => `${te} · ${en}`;

const formatMatch = (field: keyof FieldMatches, matches: FieldMatches): string =>
  `  ${toBilingual(fieldLabels[field])}: ${toBilingual(matchMessages[matches[field]])}`;

function formatTicket({ ticket }: Finding): string[] {
  if (!ticket) return [];
  const { claims, address } = ticket;
  const date = claims.day.split('-').reverse().join('-');
  return [
    `  ${claims.application_id} · ${claims.version} · ${date}`,
    ...(['edition', 'name', 'photo'] as const).map((field) => formatMatch(field, ticket.matches)),
    ...(address === undefined ? [] : [`  ${toBilingual(photoUrlLabel)}: ${address}`]),
  ];
}

function findMessage({ state, ticket }: Finding): BilingualText {
  const photoMatches = state === 'genuine-when-issued' && ticket?.matches.photo === 'agrees';
  return photoMatches ? genuineWithPhotoMessage : verificationMessages[state].result;
}

export function formatReport(file: string, finding: Finding): string {
  const { page, state, otherOrigin } = finding;
  const { advice } = verificationMessages[state];
  const lines = [
    `${file} (${page})`,
    `  ${toBilingual(findMessage(finding))}`,
    ...(otherOrigin === undefined ? [] : [`  ${toBilingual(otherOriginMessage)}: ${otherOrigin}`]),
    ...formatTicket(finding),
    `  ${advice.te}`,
    `  ${advice.en}`,
  ];
  return `${lines.join('\n')}\n`;
}

export const describeReadError = (reason: ReadErrorReason): string => toBilingual(readErrorMessages[reason]);
