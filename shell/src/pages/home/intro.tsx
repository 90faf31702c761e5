import {
  ButtonLink,
  examinationName,
  type PublicExamination,
  phaseOf,
  portalNow,
  toast,
} from '@archaka/platform';
import { Banner, Bilingual, Button, dateText, inBoth, Sentence, type Word } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';
import { useNavigate } from 'react-router-dom';
import { ApplicationWindow } from './application-window.tsx';
import { formatLevels } from './format-levels.ts';

const mayEdit = msg`Applicants who are signed in may edit their application.`;
const editApplication = msg`Edit Application`;

interface EditNoticeProps {
  signedIn: boolean;
  editUntil: string | undefined;
}

/** The notice that applications may be edited, and the way there: to the history, for a visitor to the sign-in. */
function EditNotice({ signedIn, editUntil }: EditNoticeProps) {
  const navigate = useNavigate();
  const requestSignIn = () => {
    toast('Please Login');
    navigate('/#login');
  };
  return (
    <Banner tone="info">
      <p>
        <Sentence word={editUntil ? toNotice(editUntil) : mayEdit} />
      </p>
      <div className="row">
        {signedIn ? (
          <ButtonLink to="/ticket" word={editApplication} />
        ) : (
          <Button word={editApplication} onClick={requestSignIn} />
        )}
      </div>
    </Banner>
  );
}

function toNotice(editUntil: string): Word {
  const day = dateText(editUntil);
  return portalNow() > Date.parse(editUntil)
    ? msg`The last date for edits was ${day}. Applicants who are signed in may still read their application.`
    : msg`Applicants who are signed in may edit their application. Last date ${day}.`;
}

const anyLevel = msg`Apply here for the examinations of the temple archakas of Andhra Pradesh.`;
const apply = msg`Apply`;

interface IntroProps {
  signedIn: boolean;
  /** Undefined until it is known. */
  examination: PublicExamination | undefined;
}

export function Intro({ signedIn, examination }: IntroProps) {
  const isOpen = examination ? phaseOf(examination) === 'open' : true;
  return (
    <section className="section hero" id="home" aria-labelledby="title">
      <h1 className="title" id="title">
        <Bilingual word={examinationName(examination)} />
      </h1>
      <p className="lead">
        <Sentence word={examination ? describePurpose(examination) : anyLevel} />
      </p>
      {examination && <ApplicationWindow examination={examination} level={2} />}
      {isOpen && (
        <div className="row">
          <ButtonLink to={signedIn ? '/#application-form' : '/#login'} word={apply} tone="main" />
        </div>
      )}
      <EditNotice signedIn={signedIn} editUntil={examination?.edit_until} />
    </section>
  );
}

const describePurpose = ({ exam_types }: PublicExamination): Word =>
  inBoth((language) => {
    const levels = formatLevels(language, exam_types);
    return msg`Apply here for the ${levels} examinations of the temple archakas of Andhra Pradesh.`;
  });
