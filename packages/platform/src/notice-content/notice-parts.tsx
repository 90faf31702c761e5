import type { PrivacyNotice } from '@archaka/contracts';
import { Facts, Sentence, Telephones } from '@archaka/web-kit';
import { useExamination } from '../examination/use-examination.ts';

/** All of the notice, and whom to ask. */
export function NoticeParts({ notice: { parts } }: { notice: PrivacyNotice }) {
  const contacts = useExamination().examination?.contacts;
  return (
    <>
      <Facts
        facts={Object.values(parts).map(({ title, title_te, text, text_te }) => ({
          label: { te: title_te, en: title },
          value: <Sentence word={{ te: text_te, en: text }} />,
        }))}
      />
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
