import { ButtonLink, portalNow, toast } from '@archaka/platform/core';
import { Banner, Button, dateText, Sentence, type Word } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';
import { useNavigate } from 'react-router-dom';

const mayEdit = msg`Applicants who are signed in may edit their application.`;
const editApplication = msg`Edit Application`;

interface EditNoticeProps {
  signedIn: boolean;
  editUntil: string | undefined;
}

export function EditNotice({ signedIn, editUntil }: EditNoticeProps) {
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
