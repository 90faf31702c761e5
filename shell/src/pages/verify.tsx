import { ButtonLink, useExamination } from '@archaka/platform/core';
import { Bilingual, Paragraph, Telephones, words } from '@archaka/ui';
import { msg } from '@lingui/core/macro';

export const verifyTitle = msg`Check a hall ticket`;
const explanation = msg`Point a phone's camera at the QR code on the printed hall ticket. It opens this address with the ticket's own code, and the page says whether the ticket is genuine and current, and shows its photo.`;
const noTyping = msg`There is nothing to type: the code is too long for it. If it cannot be read, call the office and read out the application ID below the code.`;
const openScanner = msg`Scanner for examination halls`;

/** The address of a ticket's code without the code. */
export function Verify() {
  const contacts = useExamination().examination?.contacts;
  return (
    <div className="stack">
      <h1 className="title">
        <Bilingual word={verifyTitle} />
      </h1>
      <div className="stack">
        <Paragraph word={explanation} />
        <Paragraph word={noTyping} />
        {contacts && (
          <p>
            <Telephones numbers={[contacts.office]} />
          </p>
        )}
      </div>
      <div className="row">
        {/* A page of svc-ticket. */}
        <a className="button button-plain" href="/scan">
          <Bilingual word={openScanner} />
        </a>
        <ButtonLink to="/" word={words.home} tone="link" />
      </div>
    </div>
  );
}
