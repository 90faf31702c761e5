import { ButtonLink, type PublicExamination, Telephones, useExamination } from '@archaka/platform/core';
import { Link } from '@archaka/platform/shell';
import { addCatalogs, Bilingual, Paragraph, useBothTexts, type Word, words } from '@archaka/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import * as catalogs from './locales/te.po';

addCatalogs(catalogs);

interface Clause {
  readonly title?: MessageDescriptor;
  readonly text: MessageDescriptor;
}

interface PolicyText {
  readonly id: 'privacy' | 'terms' | 'refund';
  readonly title: Word;
  readonly clauses: readonly Clause[];
}

const privacy: readonly Clause[] = [
  {
    title: msg`What we collect`,
    text: msg`Name, father's name, mobile number, e-mail, address, date of birth, Aadhaar number, certificates and photo. A scribe or extra time only if you ask for it. Card and bank details never reach this portal.`,
  },
  {
    title: msg`What we use it for`,
    text: msg`Only to examine the application, take the fee, issue the hall ticket, hold the examination and reach you.`,
  },
  {
    title: msg`Why the Aadhaar number`,
    text: msg`So that nobody applies twice or in another person's name. It is stored encrypted; lists, receipts and hall tickets show its last four digits only.`,
  },
  {
    title: msg`Whom we share it with`,
    text: msg`The examination's office and your centre. The payment provider gets the order, the fee and the mobile number, the SMS provider the mobile number and the message. Nobody else unless the law asks for it.`,
  },
  {
    title: msg`Security`,
    text: msg`Information is protected on its way and where it is kept. The Aadhaar number is stored encrypted.`,
  },
  {
    title: msg`How long we keep it`,
    text: msg`A sign-up whose number never signs in: 24 hours. Files that belong to no application: 30 days. A saved form that is not submitted: 90 days after applications close. An application whose fee is not paid: 180 days after that. A paid application and its hall ticket: 3 years after the examination. Records of payments, without form and papers: 8 years. Your account: until you ask us to erase it.`,
  },
  {
    title: msg`Sensitive information`,
    text: msg`Lists, receipts and hall tickets show only the last four digits of the Aadhaar. Tell nobody your OTP; we never ask for it.`,
  },
  {
    title: msg`Scribe and extra time`,
    text: msg`What you ask for, and its certificate, are stored only if you fill in that part of the form. The hall ticket and your centre's attendance sheet show the scribe and the extra time, never the reason or the certificate.`,
  },
  {
    title: msg`What stays on your device`,
    text: msg`A cookie that keeps you signed in and one that remembers your language. What you type into the form is kept there encrypted, and goes when you log out, submit, or after 7 days. There is no advertising and no tracking.`,
  },
  {
    title: msg`Seeing and correcting it`,
    text: msg`After signing in you see all that your application holds, and may correct it until the last date for edits. Numbers and address stand on the home page.`,
  },
  {
    title: msg`Your rights, and whom to ask`,
    text: msg`You may see and correct your details, have them erased, and withdraw this agreement: call or write to the grievance officer of the examination. If that does not help, you may complain to the Data Protection Board of India.`,
  },
  {
    title: msg`What you agree to`,
    text: msg`A short notice stands before the first field of the sign-up and of the form. By pressing Sign-Up, Save, Confirm to Pay or Update Application you agree to it. Its version, its language, the time and what you pressed are stored. When the notice changes, the form shows it to you again, and nothing more is stored until you agree by a press.`,
  },
];

const terms: readonly Clause[] = [
  {
    text: msg`The details given must be true and your own. An application with false details may be rejected.`,
  },
  {
    text: msg`One application for a mobile number and one for an Aadhaar number in an exam year.`,
  },
  {
    text: msg`The fee is paid online. The hall ticket comes once the payment is confirmed.`,
  },
];

const refund: readonly Clause[] = [
  {
    text: msg`Registrations are final: no cancellation, refund, transfer or changes.`,
  },
  {
    text: msg`If money was taken twice for one application, the extra amount is returned.`,
  },
  {
    text: msg`If money was taken and the portal does not say so, open the payment status: it asks the bank again. Nothing needs to be paid a second time before that.`,
  },
];

/** The texts of the policy page (specification, section 2). */
export const policies: readonly PolicyText[] = [
  { id: 'privacy', title: words.privacyPolicy, clauses: privacy },
  { id: 'terms', title: words.termsAndConditions, clauses: terms },
  { id: 'refund', title: words.refundPolicy, clauses: refund },
];

const title = msg`Privacy, terms, refund`;
const onThisPage = msg`On this page`;
const credit = msg`Developed for the Endowments Department by the Archaka portal team.`;

export default function Policy() {
  return (
    <div className="stack">
      <h1 className="title">
        <Bilingual word={title} />
      </h1>
      <Contents />
      {policies.map(({ id, title: heading, clauses }) => (
        <section key={id} id={id} className="section" tabIndex={-1} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>
            <Bilingual word={heading} />
          </h2>
          {clauses.map((clause) => (
            <ClauseText key={clause.text.id} clause={clause} />
          ))}
          {id === 'privacy' && <ExaminationClauses />}
        </section>
      ))}
      <div className="hint">
        <Paragraph word={credit} />
      </div>
      <div className="row">
        <ButtonLink to="/" word={words.home} />
      </div>
    </div>
  );
}

function Contents() {
  const bothTexts = useBothTexts();
  return (
    <nav aria-label={bothTexts(onThisPage)}>
      <ul className="plain">
        {policies.map(({ id, title: heading }) => (
          <li key={id}>
            <Link className="link" to={`#${id}`}>
              <Bilingual word={heading} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The parts of the privacy policy that depend on the examination's file. */
function ExaminationClauses() {
  const { examination } = useExamination();
  const papers = examination?.privacy_notice?.parts.identity_papers;
  return (
    <>
      {papers && (
        <ClauseText
          clause={{
            title: { te: papers.title_te, en: papers.title },
            text: { te: papers.text_te, en: papers.text },
          }}
        />
      )}
      {examination && <GrievanceOfficer contacts={examination.contacts} />}
    </>
  );
}

function ClauseText({ clause: { title: heading, text } }: { clause: { title?: Word; text: Word } }) {
  return (
    <div>
      {heading && (
        <h3>
          <Bilingual word={heading} />
        </h3>
      )}
      <Paragraph word={text} />
    </div>
  );
}

const officerTitle = msg`Grievance officer`;
const instructions = msg`Call or write to the examination's office and ask for the grievance officer. The answer comes within 30 days; where it does not, or does not help, you may complain to the Data Protection Board of India.`;

/** The contact for questions about personal data: docs/privacy/grievances.md. */
const GrievanceOfficer = ({ contacts }: { contacts: PublicExamination['contacts'] }) => (
  <div id="grievances" tabIndex={-1}>
    <h3>
      <Bilingual word={officerTitle} />
    </h3>
    <Paragraph word={instructions} />
    <p className="row">
      <Telephones numbers={[contacts.office, ...contacts.phones]} />
      <a className="link" href={`mailto:${contacts.email}`}>
        {contacts.email}
      </a>
    </p>
  </div>
);
