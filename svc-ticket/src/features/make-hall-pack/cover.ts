import type { Examination } from '@archaka/contracts';
import { examTypeAndWay, label, type Words } from '../../domain/exam-words.ts';
import { indianTime } from '../../domain/indian-date.ts';
import { type BoundDocument, keyOf } from '../../render/bind-document.ts';
import type { Counts } from './counts.ts';
import { type Matter, printing, titleOf } from './matter.ts';
import type { PackFile } from './pack-folder.ts';

const WHOLE = label(
  'మూడు లెక్కలూ సమానం: రుసుము చెల్లించిన ప్రతి దరఖాస్తుకూ టికెట్ జారీ అయింది, ప్రతి ఒక్కటీ ఈ పత్రాల్లో ఉంది.',
  'Paid = ticketed = listed: every paid application has its ticket, and every one is in this pack.',
);

const lacking = (missing: number): Required<Words> =>
  label(
    `లెక్కలు సమానం కావు. రుసుము చెల్లించినా టికెట్ ఇంకా తయారుకాని దరఖాస్తులు: ${missing}. అవి ఈ పత్రాల్లో లేవు; తర్వాత ఈ పత్రాలను మళ్ళీ తయారు చేయండి.`,
    `The counts differ. Paid applications whose tickets are still being made: ${missing}. They are not in this pack; make it again later.`,
  );

const rowsOf = ({ groups, total }: Counts, facts: Examination) => [
  ...groups.map((group) => ({ ...group, group: examTypeAndWay(group, facts) })),
  { ...total, group: label('మొత్తం', 'Total') },
];

interface Covered {
  readonly matter: Matter;
  readonly made_at: Date;
  readonly counts: Counts;
  readonly files: readonly PackFile[];
}

/** What the pack is, what it counts to, and by what its files are known. */
export async function cover({ matter, made_at, counts, files }: Covered): Promise<BoundDocument> {
  const { facts, centre } = matter;
  const content = {
    examination: label(facts.name_te, facts.name),
    centre: label(centre.name_te, centre.name),
    made: indianTime(made_at.toISOString()),
    counts: rowsOf(counts, facts),
    verdict: counts.isWhole ? WHOLE : lacking(counts.total.paid - counts.total.ticketed),
    isWhole: counts.isWhole,
    files,
  };
  const printed = await printing(matter.press, 'cover');
  return {
    title: titleOf(matter, label('కేంద్రానికి పంపే పత్రాలు', 'Hall pack')),
    parts: [printed({ key: keyOf(content), sheets: 1, contents: async () => [content] })],
  };
}
