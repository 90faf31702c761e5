import {
  type ConsentRecord,
  getConsents,
  getSignUpConsents,
  type PrivacyNotice as Notice,
  type PrivacyNotice,
} from '@archaka/contracts/calls';
import { addCatalogs, dateText, Facts, Sentence, Telephones } from '@archaka/ui';
import { msg } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { sendQuery } from '../calls/send-request.ts';
import { useExamination } from '../examination/examination.ts';
import { useUser } from '../session/session.ts';
import * as catalogs from './locales/te.po';

addCatalogs(catalogs);

/** The services' messages: the English text is the id. */
const changedNow = msg({ id: 'The notice on personal data has changed. Please read it and press again.' });
const changedSince = (day: string) =>
  msg`This notice has changed since you agreed on ${day}. Please read it before you go on.`;

interface NoticeChangesProps {
  notice: Notice;
  /** The notice changed while the form was open. */
  isReplaced: boolean;
}

export function NoticeChanges({ notice, isReplaced }: NoticeChangesProps) {
  const agreedBefore = useAgreedBefore(notice);
  const word = isReplaced ? changedNow : agreedBefore && changedSince(dateText(agreedBefore));
  return (
    <div role="status" className={word && 'notice-changed'}>
      {word && <Sentence word={word} />}
    </div>
  );
}

/**
 * When the applicant last agreed to an earlier version of the examination's notice, ISO 8601 UTC; undefined without
 * such an agreement, after one to the current version, and while it is unknown.
 */
function useAgreedBefore({ version }: Notice): string | undefined {
  const year = useExamination().examination?.examine_year;
  const agreed = useConsents()?.filter((each) => each.agreed && each.notice_id === year) ?? [];
  const [latest] = agreed.sort((one, other) => other.version - one.version);
  return latest && latest.version < version ? latest.at : undefined;
}

type Part = PrivacyNotice['parts']['what'];

const toFact = ({ title, title_te, text, text_te }: Part) => ({
  label: { te: title_te, en: title },
  value: <Sentence word={{ te: text_te, en: text }} />,
});

export function NoticeParts({ notice: { parts } }: { notice: PrivacyNotice }) {
  const contacts = useExamination().examination?.contacts;
  return (
    <>
      <Facts facts={Object.values(parts).flatMap((part) => (part ? [toFact(part)] : []))} />
      {contacts && (
        <p className="row">
          <Telephones numbers={[contacts.office]} />
          <a className="link" href={`mailto:${contacts.email}`}>
            {contacts.email}
          </a>
        </p>
      )}
    </>
  );
}

/** An expired session is reported when the applicant presses a button, not while they type. */
const options = { asksToSignIn: false };

/** Undefined while a service does not respond. */
async function readConsents(): Promise<readonly ConsentRecord[] | undefined> {
  const [withForm, withSignUp] = await Promise.all([
    sendQuery(getConsents, {}, options),
    sendQuery(getSignUpConsents, {}, options),
  ]);
  if (!withForm.data?.data || !withSignUp.data?.data) return undefined;
  return [...withForm.data.data, ...withSignUp.data.data];
}

/** All of the applicant's; undefined for a visitor and while unknown. Opening a form refetches them. */
function useConsents(): readonly ConsentRecord[] | undefined {
  const isSignedIn = useUser() !== undefined;
  const [consents, setConsents] = useState<readonly ConsentRecord[]>();
  useEffect(() => {
    let isCurrent = isSignedIn;
    if (isSignedIn) void readConsents().then((found) => isCurrent && setConsents(found));
    return () => {
      isCurrent = false;
      setConsents(undefined);
    };
  }, [isSignedIn]);
  return consents;
}
