import { Bilingual, dateText, Paragraph, type Word } from '@archaka/web-kit';

const title = { te: 'దరఖాస్తుకు ముందు చదవండి', en: 'Please read before you apply' };

const notes: readonly Word[] = [
  {
    te: 'ప్రవేశ పరీక్షకు ఫోటో, జనన ధృవీకరణ పత్రం కావాలి.',
    en: 'The entry exam (Pravesa) needs a photo and a birth certificate.',
  },
  {
    te: 'వర, ప్రవర పరీక్షలకు మునుపటి పరీక్ష ధృవపత్రం కూడా కావాలి.',
    en: 'Vara and Pravara also need the previous exam certificate.',
  },
  {
    te: 'రాత పరీక్షకు కొత్తగా వచ్చేవారిలో 40 ఏళ్లు దాటినవారు అన్ని పేపర్లు (సంస్కృతం, ఆగమం, మౌఖికం, శుశ్రుతి) రాయాలి; 40 లోపువారు మౌఖికం, శుశ్రుతి మాత్రమే.',
    en: 'A new written-exam applicant over 40 must write all papers (Sanskrit, Agama, oral, Shushkruti); under 40, oral and Shushkruti only.',
  },
  {
    te: 'సమర్పించే వరకు సవరించవచ్చు; సవరణలన్నీ చరిత్రలో ఉంటాయి.',
    en: 'Edits are allowed until submission and are kept in history.',
  },
  {
    te: 'నమోదు తుది నిర్ణయం: రద్దు, వాపసు, బదిలీ లేదా మార్పులు ఉండవు.',
    en: 'Registrations are final: no cancellation, refund, transfer or changes.',
  },
];

/** The notes on the form, and beside them what has been decided since about edits. */
export function Notes({ editUntil }: { editUntil: string | undefined }) {
  return (
    <section className="section" id="notes" aria-labelledby="notes-title">
      <h2 id="notes-title">
        <Bilingual word={title} />
      </h2>
      <ul className="notes">
        {notes.map((note) => (
          <li key={note.en}>
            <Paragraph word={note} />
          </li>
        ))}
      </ul>
      {editUntil && <Paragraph word={editsStay(dateText(editUntil))} />}
    </section>
  );
}

const editsStay = (day: string): Word => ({
  te: `సమర్పించి రుసుము చెల్లించిన తర్వాత కూడా ${day} వరకు వివరాలు సవరించవచ్చు; ప్రతి సవరణ ఒక కొత్త ప్రతిగా ఉంటుంది.`,
  en: `Details may still be edited after submission and payment until ${day}; each edit is kept as a version.`,
});
