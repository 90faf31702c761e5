import { ButtonLink, toast } from '@archaka/platform';
import { Banner, Bilingual, Button, dateText, Paragraph, type Word, words } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';
import { useNavigate } from 'react-router-dom';

const purpose = msg`Apply here for the Pravesa, Vara and Pravara examinations of the temple archakas of Andhra Pradesh.`;
const mayEdit = msg`Applicants who are signed in may edit their application.`;
const edit = msg`Edit Application`;

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

const withLastDay = (day: string): Word =>
  msg`Applicants who are signed in may edit their application. Last date ${day}.`;
