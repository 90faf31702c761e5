import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './settings.ts';

const DAY_MS = 86_400_000;

interface RetentionRules {
  readonly kinds: readonly { readonly kind: string; readonly period: string | null }[];
}

/** Days of the kind `log` in the retention file. @throws Error when its period is not in days */
export function readLogDays(file = join(root, 'exams/retention.json')): number {
  const { kinds } = JSON.parse(readFileSync(file, 'utf8')) as RetentionRules;
  const days = /^P(\d+)D$/.exec(kinds.find(({ kind }) => kind === 'log')?.period ?? '')?.[1];
  if (days === undefined) throw new Error(`${file} has no period of logs in days.`);
  return Number(days);
}

/** Deletes the files without a write for so many days. */
export function deleteOldLogs(folder: string, days: number): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).mtimeMs < Date.now() - days * DAY_MS) rmSync(path);
  }
}
