import {
  Banner,
  Button,
  Icon,
  Paragraph,
  Sentence,
  Telephones,
  useExamination,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';

const call: Word = msg`For help, call:`;

/** Contacts: the office for money, technical support for the portal. */
export function HelpNumbers({ of: helper }: { of: 'office' | 'technical' }) {
  const contacts = useExamination().examination?.contacts;
  if (!contacts) return null;
  return (
    <p className="row">
      <Icon name="phone" />
      <Sentence word={call} />
      <Telephones numbers={helper === 'office' ? [contacts.office] : contacts.technical} />
    </p>
  );
}

const title: Word = msg`This could not be loaded`;
const nothingLost: Word = msg`Your applications and payments are safe. This is tried again by itself; if it lasts, check the connection and try again in a few minutes.`;

interface LoadFailedProps {
  onRetry: () => unknown;
  busy: boolean;
  /** Of its heading. */
  level?: 2 | 3;
}

export function LoadFailed({ onRetry, busy, level = 2 }: LoadFailedProps) {
  return (
    <Banner tone="error" title={title} level={level}>
      <Paragraph word={nothingLost} />
      <HelpNumbers of="technical" />
      <div className="row">
        <Button tone="main" word={words.retry} busy={busy} onClick={() => void onRetry()} />
      </div>
    </Banner>
  );
}
