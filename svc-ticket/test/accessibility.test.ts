import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildPortrait, openVeraPdf, writeExamination } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { buildAllotment, buildCentre } from '../src/domain/testing/builders.ts';
import { openTempFolder } from '../src/testing/temp-folder.ts';
import { openPack } from './support/hall-packs.ts';
import { printMemo, printPages } from './support/print-pages.ts';
import { openSeededEnvironment } from './support/seed-database.ts';

const findUaFailures = await openVeraPdf();
const testWithVeraPdf = findUaFailures ? test : test.skip;

const TIRUPATI = { name: 'Tirupati', name_te: 'తిరుపతి' };
const NAMES = ['శ్రీ లక్ష్మీనృసింహ కృష్ణమూర్తి', 'Rama Sarma', 'శ్రీరామ్\u200cశర్మ क्षत्रिय ಕೃಷ್ಣ', 'Kṛṣṇa Śāstrī ra\u0301ma'];
const accommodation = { scribe: 'own', compensatory_time: true } as const;
const DATES = { examination_date: '2027-01-15', reporting_time: '08:30' };
const PAPERS = [
  { id: 'VEDA', name: 'Veda', name_te: 'వేదం', max: 80, pass: 28 },
  { id: 'ORAL', name: 'Oral', name_te: 'మౌఖికం', max: 40, pass: 14 },
];
const MARK = { te: 'నమూనా మాత్రమే', en: 'Preview only' };

const facts = { ...DATES, centres: [buildCentre({ district: 'Tirupati' })] };
const folder = await openTempFolder();
const { environment, database } = await openSeededEnvironment(TIRUPATI, {
  EXAM_FILE: await writeExamination(folder, facts),
});

testWithVeraPdf(
  'produces tickets, previews, memos and all sheets of a hall pack that pass veraPDF as PDF/UA-1',
  async () => {
    const photo = await buildPortrait({ width: 300 });
    for (const [index, name] of NAMES.entries()) {
      const own = index === 1 ? { name } : { name, exam_regular: 2, languages: [1, 2, 3], accommodation };
      const { pdf } = await database.addTicketed({ own, photo: index === 1 ? undefined : photo });
      if (index === 0) await writeFile(join(folder, 'ticket.pdf'), pdf);
    }
    await writeFile(join(folder, 'preview.pdf'), await printPages([{ photo, mark: MARK }]));
    const seat = await database.addTicketed({ own: { name: 'Sita' }, photo });
    await database.addAllotment(buildAllotment({ application_id: seat.id, district: 'Tirupati' }));
    await writeFile(join(folder, 'seat.pdf'), await printPages([{ photo }], { facts }));
    await writeFile(join(folder, 'memo.pdf'), await printMemo({ ...facts, result_papers: PAPERS }));
    const { files: packed } = await openPack(environment, 'Tirupati').make();
    const documents = ['tickets', 'photo-roll', 'attendance', 'cover'];
    for (const name of documents) {
      const document = packed.get(`${name}.pdf`) ?? Buffer.alloc(0);
      await writeFile(join(folder, `${name}.pdf`), document);
    }

    const files = ['ticket', 'preview', 'seat', 'memo', ...documents].map((name) =>
      join(folder, `${name}.pdf`),
    );
    expect(await findUaFailures?.(files)).toEqual(Object.fromEntries(files.map((file) => [file, []])));
  },
);
