import { ButtonLink, toast } from '@archaka/platform';
import { Banner, Bilingual, Button, dateText, Paragraph, type Word, words } from '@archaka/web-kit';
import { useNavigate } from 'react-router-dom';

const purpose = {
  te: 'ఆంధ్రప్రదేశ్ ఆలయ అర్చకుల ప్రవేశ, వర, ప్రవర పరీక్షల దరఖాస్తులు ఇక్కడ ఇవ్వవచ్చు.',
  en: 'Apply here for the Pravesa, Vara and Pravara examinations of the temple archakas of Andhra Pradesh.',
};
const mayEdit = {
  te: 'లాగిన్ అయిన దరఖాస్తుదారులు తమ దరఖాస్తును సవరించుకోవచ్చు.',
  en: 'Applicants who are signed in may edit their application.',
};
const edit = { te: 'దరఖాస్తు సవరించండి', en: 'Edit Application' };

/** The programme's title and the notice that applications may be edited. */
export function Intro({ signedIn, editUntil }: { signedIn: boolean; editUntil: string | undefined }) {
  const navigate = useNavigate();
  const askToSignIn = () => {
    toast('Please Login');
    navigate('/#login');
  };
  return (
    <section className="section" id="home" aria-labelledby="title">
      <h1 className="title" id="title">
        <Bilingual word={words.portal} />
      </h1>
      <Paragraph word={purpose} />
      <Banner tone="info">
        <Paragraph word={editUntil ? withLastDay(dateText(editUntil)) : mayEdit} />
        <div className="row">
          {signedIn ? <ButtonLink to="/ticket" word={edit} /> : <Button word={edit} onClick={askToSignIn} />}
        </div>
      </Banner>
    </section>
  );
}

const withLastDay = (day: string): Word => ({
  te: `${mayEdit.te} చివరి తేదీ ${day}.`,
  en: `${mayEdit.en} Last date ${day}.`,
});
