import { Bilingual, Sentence, Telephones, useExamination } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

const question = msg`No SMS came?`;
const call = msg`Still nothing? Call technical support:`;

const steps = [
  msg`It may take two minutes. Stay on this page.`,
  msg`See whether the number above is the one you signed up with.`,
  msg`See whether your phone has signal and room for messages.`,
  msg`Then ask for the OTP once more; only the newest one is good.`,
];

/** What to do when the OTP does not arrive. */
export function SmsTroubleshooting() {
  const technical = useExamination().examination?.contacts.technical ?? [];
  return (
    <details className="more">
      <summary>
        <Bilingual word={question} />
      </summary>
      <ul>
        {steps.map((step) => (
          <li key={step.id}>
            <Sentence word={step} />
          </li>
        ))}
      </ul>
      {technical.length > 0 && (
        <p className="row">
          <Sentence word={call} />
          <Telephones numbers={technical} />
        </p>
      )}
    </details>
  );
}
