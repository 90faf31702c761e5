import { type Sentence, verdictWords } from '@archaka/contracts';
import type { Agreements } from './agreement.ts';
import type { Obstacle } from './seen-page.ts';
import type { Finding } from './verify-page.ts';
import { compared, elsewhereWords, genuineWithPhoto, obstacles, outcomes, photoAt } from './words.ts';

const both = ({ te, en }: Sentence): string => `${te} · ${en}`;

const lineOf = (what: keyof Agreements, agreements: Agreements): string =>
  `  ${both(compared[what])}: ${both(outcomes[agreements[what]])}`;

function ticketLines({ ticket }: Finding): string[] {
  if (!ticket) return [];
  const { claims, address } = ticket;
  const date = claims.day.split('-').reverse().join('-');
  return [
    `  ${claims.application_id} · ${claims.version} · ${date}`,
    ...(['edition', 'name', 'photo'] as const).map((what) => lineOf(what, ticket.agreements)),
    ...(address === undefined ? [] : [`  ${both(photoAt)}: ${address}`]),
  ];
}

function verdictOf({ state, ticket }: Finding): Sentence {
  const checked = state === 'genuine-when-issued' && ticket?.agreements.photo === 'agrees';
  return checked ? genuineWithPhoto : verdictWords[state].verdict;
}

/** What was found out about one ticket, in Telugu and English; nothing of it is the applicant's. */
export function report(file: string, finding: Finding): string {
  const { page, state, elsewhere } = finding;
  const { advice } = verdictWords[state];
  const lines = [
    `${file} (${page})`,
    `  ${both(verdictOf(finding))}`,
    ...(elsewhere === undefined ? [] : [`  ${both(elsewhereWords)}: ${elsewhere}`]),
    ...ticketLines(finding),
    `  ${advice.te}`,
    `  ${advice.en}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Why nothing can be said about a file. */
export const obstacleText = (obstacle: Obstacle): string => both(obstacles[obstacle]);
