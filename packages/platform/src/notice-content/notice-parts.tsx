import type { PrivacyNotice } from '@archaka/contracts/calls';
import { Facts, Sentence, Telephones } from '@archaka/web-kit';
import { useExamination } from '../examination/use-examination.ts';

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
