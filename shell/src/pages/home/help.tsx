import type { PublicExamination } from '@archaka/platform/core';
import { Bilingual, Facts, Icon, Telephones } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';

const title = msg`Help`;
const office = msg`Office`;
const phones = msg`Phone`;
const technical = msg`Technical support`;
const email = msg`E-mail`;

export function Help({ contacts }: { contacts: PublicExamination['contacts'] }) {
  return (
    <div className="help-box" id="help" tabIndex={-1}>
      <Icon name="phone" />
      <h3>
        <Bilingual word={title} />
      </h3>
      <Facts
        facts={[
          { label: office, value: <Numbers of={[contacts.office]} /> },
          { label: phones, value: <Numbers of={contacts.phones} /> },
          { label: technical, value: <Numbers of={contacts.technical} /> },
          {
            label: email,
            value: (
              <a className="link" href={`mailto:${contacts.email}`}>
                {contacts.email}
              </a>
            ),
          },
        ]}
      />
    </div>
  );
}

function Numbers({ of: numbers }: { of: readonly string[] }) {
  return (
    <span className="row">
      <Telephones numbers={numbers} />
    </span>
  );
}
