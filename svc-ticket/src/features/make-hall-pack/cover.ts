import { dateTimeText, type Examination } from '@archaka/contracts';
import { type LocalizedText, toExamTypeAndMode, toLabel } from '../../domain/exam-labels.ts';
import { createCacheKey, type DocumentPlan } from '../../render/assemble-document.ts';
import type { Counts } from './counts.ts';
import { createSectionPrinter, type PackData, toDocumentTitle } from './pack-data.ts';
import type { PackFile } from './pack-folder.ts';

const COMPLETE_MESSAGE = toLabel(
  'మూడు లెక్కలూ సమానం: రుసుము చెల్లించిన ప్రతి దరఖాస్తుకూ టికెట్ జారీ అయింది, ప్రతి ఒక్కటీ ఈ పత్రాల్లో ఉంది.',
  'Paid = ticketed = listed: every paid application has its ticket, and every one is in this pack.',
);

const toShortfallMessage = (missing: number): Required<LocalizedText> =>
  toLabel(
    `లెక్కలు సమానం కావు. రుసుము చెల్లించినా టికెట్ ఇంకా తయారుకాని దరఖాస్తులు: ${missing}. అవి ఈ పత్రాల్లో లేవు; తర్వాత ఈ పత్రాలను మళ్ళీ తయారు చేయండి.`,
    `The counts differ. Paid applications whose tickets are still being made: ${missing}. They are not in this pack; make it again later.`,
  );

const toRows = ({ groups, total }: Counts, examination: Examination) => [
  ...groups.map((group) => ({ ...group, group: toExamTypeAndMode(group, examination) })),
  { ...total, group: toLabel('మొత్తం', 'Total') },
];

interface CoverOptions {
  readonly data: PackData;
  readonly made_at: Date;
  readonly counts: Counts;
  readonly files: readonly PackFile[];
}

export async function createCover({ data, made_at, counts, files }: CoverOptions): Promise<DocumentPlan> {
  const { examination, centre } = data;
  const content = {
    examination: toLabel(examination.name_te, examination.name),
    centre: toLabel(centre.name_te, centre.name),
    made: dateTimeText(made_at.toISOString()),
    counts: toRows(counts, examination),
    verdict: counts.isWhole
      ? COMPLETE_MESSAGE
      : toShortfallMessage(counts.total.paid - counts.total.ticketed),
    isWhole: counts.isWhole,
    files,
  };
  const printSection = await createSectionPrinter(data.renderer, 'cover');
  return {
    title: toDocumentTitle(data, toLabel('కేంద్రానికి పంపే పత్రాలు', 'Hall pack')),
    parts: [printSection({ key: createCacheKey(content), sheets: 1, contents: async () => [content] })],
  };
}
