import { type PublicExamination, useExamination } from '@archaka/platform';
import { Banner, Bilingual, Button, Paragraph, Skeleton, words } from '@archaka/web-kit';
import { Help } from './help.tsx';
import { Results } from './results.tsx';

const about = {
  te: 'దేవాలయాల్లో పూజాదికాలు నిర్వహించే అర్చకులకు ప్రతి సంవత్సరం ప్రవేశ, వర, ప్రవర అనే మూడు స్థాయిల్లో పరీక్షలు జరుగుతాయి. ఈ పోర్టల్‌లో దరఖాస్తు, చెల్లింపు, హాల్ టికెట్ అన్నీ ఒకే చోట ఉంటాయి.',
  en: 'Examinations are held for temple priests at three levels: Pravesa, Vara and Pravara. Application, payment and hall ticket are in one place on this portal.',
};
const failed = { te: 'పరీక్ష వివరాలు ఇప్పుడు రాలేదు', en: 'The facts of the examination could not be loaded' };
const example = {
  te: 'ఈ చిరునామాలు, నంబర్లు ఉదాహరణలు మాత్రమే.',
  en: 'These addresses and numbers are examples only.',
};

export function About() {
  const { examination, failed: lost, retry } = useExamination();
  return (
    <section className="section" id="about" tabIndex={-1} aria-labelledby="about-title">
      <h2 id="about-title">
        <Bilingual word={words.about} />
      </h2>
      <Paragraph word={about} />
      {examination ? <Facts examination={examination} /> : !lost && <Skeleton lines={4} />}
      {lost && !examination && (
        <Banner tone="warning" title={failed}>
          <div className="row">
            <Button word={words.retry} onClick={retry} />
          </div>
        </Banner>
      )}
    </section>
  );
}

function Facts({ examination: { results, contacts, exam_types } }: { examination: PublicExamination }) {
  return (
    <>
      <Results results={results} examTypes={exam_types} />
      <Help contacts={contacts} />
      {(results.example || contacts.example) && <Paragraph word={example} />}
    </>
  );
}
