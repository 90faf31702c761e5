import { Icon, Sentence, Telephones, useExamination, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

const call: Word = msg`For help, call:`;

/** Whom to call: the office about money, technical support about pages that do not come. */
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
