import type { PublicExamination } from '@archaka/platform';
import { Bilingual, Facts } from '@archaka/web-kit';

const title = { te: 'సహాయం', en: 'Help' };
const office = { te: 'కార్యాలయం', en: 'Office' };
const phones = { te: 'ఫోన్', en: 'Phone' };
const technical = { te: 'సాంకేతిక సహాయం', en: 'Technical support' };
const email = { te: 'ఇ-మెయిల్', en: 'E-mail' };

/** Whom to call or write to. */
export function Help({ contacts }: { contacts: PublicExamination['contacts'] }) {
  return (
    <div>
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
      {numbers.map((number) => (
        <a key={number} className="link" href={`tel:${number.replace(/[^\d+]/g, '')}`}>
          {number}
        </a>
      ))}
    </span>
  );
}
