import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const EXAM_FILE = fileURLToPath(import.meta.resolve('@archaka/exams/2024.json'));

/** Rules of an examination whose papers are scrutinised: a reason of each verdict for a text, a choice and papers. */
export const scrutinyRules = {
  checks: [
    {
      id: 'name-agrees',
      paper: 'birth_certificate',
      field: 'name',
      name: 'The name agrees',
      name_te: 'పేరు సరిపోతోంది',
    },
    { id: 'person', paper: 'image', name: 'The photo shows a person', name_te: 'ఫోటోలో వ్యక్తి ఉన్నారు' },
  ],
  reasons: [
    {
      id: 'birth-unreadable',
      verdict: 'correction',
      field: 'birth_certificate',
      name: 'The birth certificate cannot be read',
      name_te: 'జనన ధ్రువీకరణ పత్రం చదవడానికి వీలు కాలేదు',
    },
    {
      id: 'name-differs',
      verdict: 'correction',
      field: 'name',
      name: 'The name differs from the birth certificate',
      name_te: 'పేరు జనన ధ్రువీకరణ పత్రంలో వేరుగా ఉంది',
      needs_note: true,
    },
    {
      id: 'type-wrong',
      verdict: 'correction',
      field: 'exam_type',
      name: 'The exam type does not fit the certificates',
      name_te: 'పరీక్ష రకం ధ్రువపత్రాలకు సరిపోలేదు',
    },
    {
      id: 'not-own',
      verdict: 'rejected',
      field: 'birth_certificate',
      name: 'The birth certificate is another person’s',
      name_te: 'జనన ధ్రువీకరణ పత్రం వేరొకరిది',
    },
  ],
  correction_days: 14,
  second_look_percent: 10,
} as const;

/** Writes an examination file with these facts in place of those of 2024. Returns its path. */
export async function writeExamination(
  folder: string,
  facts: object,
  name = 'examination.json',
): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(EXAM_FILE, 'utf8')), ...facts }));
  return path;
}
