import { Icon, Sentence, Telephones, useExamination, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

const call: Word = msg`For help, call:`;

/** Contacts: the office for money, technical support for the portal. */
export function HelpNumbers({ of: helper }: { of: 'office' | 'technical' }) {
  const contacts = useExamination().examination?.contacts;
  if (!contacts) return null;
  return (
    <p className="row help-numbers">
      <Icon name="phone" />
      <Sentence word={call} />
      <Telephones numbers={helper === 'office' ? [contacts.office] : contacts.technical} />
    </p>
  );
}
