import { type PublicExamination, Telephones } from '@archaka/platform/core';
import { Bilingual, Paragraph } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';

const title = msg`Grievance officer`;
const instructions = msg`Call or write to the examination's office and ask for the grievance officer. The answer comes within 30 days; where it does not, or does not help, you may complain to the Data Protection Board of India.`;

/** The contact for questions about personal data: docs/privacy/grievances.md. */
export const GrievanceOfficer = ({ contacts }: { contacts: PublicExamination['contacts'] }) => (
  <div id="grievances" tabIndex={-1}>
    <h3>
      <Bilingual word={title} />
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
