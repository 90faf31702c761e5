import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DELETIONS,
  type RetentionRule,
  retentionSchema,
  STARTING_POINTS,
} from '@archaka/contracts/retention';
import { ROOT } from '../stages/stage.ts';
import { replaceGenerated } from './page.ts';

export const RETENTION_PAGE = join(ROOT, 'docs/privacy/retention.md');

export const readRules = async (): Promise<RetentionRule[]> =>
  retentionSchema.parse(JSON.parse(await readFile(join(ROOT, 'exams/retention.json'), 'utf8'))).kinds;

/** @throws when the page lacks a mark of the table */
export const renderRetentionPage = (page: string, rules: readonly RetentionRule[]): string =>
  replaceGenerated(
    page,
    [
      '| kind | what | stored in | period | counted from | deleted by | reason |',
      '|---|---|---|---|---|---|---|',
      ...rules.map(toRow),
    ].join('\n'),
  );

function toRow(rule: RetentionRule): string {
  const { kind, what, stored_in, counted_from, deleted_by, reason } = rule;
  const places = stored_in.map((place) => `\`${place}\``).join(', ');
  const cells = [
    `\`${kind}\``,
    what,
    places,
    formatPeriod(rule),
    STARTING_POINTS[counted_from],
    DELETIONS[deleted_by],
    reason,
  ];
  return `| ${cells.join(' | ')} |`;
}

function formatPeriod({ period, examination_field: field }: RetentionRule): string {
  if (period === null) return 'until a request';
  return field ? `\`${period}\`, or \`${field}\` of the examination` : `\`${period}\``;
}
