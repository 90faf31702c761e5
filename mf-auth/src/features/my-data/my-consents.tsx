import type { ConsentRecord } from '@archaka/contracts/calls';
import { dateTimeText, RecordTable } from '@archaka/platform';
import { Paragraph, Text, type Word, words } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { myDataApi } from './my-data-api.ts';
import { Loaded, Section } from './section.tsx';

const title = msg`What I agreed to`;
const explanation = msg`Each version of the notice on personal data that stood on the page when you pressed a button.`;
const none = msg`Nothing is recorded yet.`;
const notice = msg`Notice`;
const action = msg`Pressed at`;
const agreement = msg`Agreed`;
const yes = msg`Yes`;
const no = msg`No notice was shown`;

const actions: Readonly<Record<ConsentRecord['how'], Word>> = {
  'sign-up': msg`Sign-up`,
  draft: msg`Saving the form`,
  submission: msg`Submitting the form`,
  edit: msg`Changing the application`,
};

const toNotice = ({ notice_id, version }: ConsentRecord): Word => msg`Version ${version} of ${notice_id}`;

const columns = [
  { id: 'notice', label: notice, cell: (consent: ConsentRecord) => <Text of={toNotice(consent)} /> },
  { id: 'how', label: action, cell: ({ how }: ConsentRecord) => <Text of={actions[how]} /> },
  { id: 'agreed', label: agreement, cell: ({ agreed }: ConsentRecord) => <Text of={agreed ? yes : no} /> },
  { id: 'at', label: words.date, cell: ({ at }: ConsentRecord) => dateTimeText(at) },
];

function ConsentTable({ consents, caption }: { consents: readonly ConsentRecord[]; caption: Word }) {
  if (consents.length === 0) return <Paragraph word={none} />;
  return (
    <RecordTable
      caption={caption}
      columns={columns}
      rows={consents}
      keyOf={({ notice_id, version, how, agreed }) => `${notice_id} ${version} ${how} ${agreed}`}
    />
  );
}

const withSignUp = msg`With the sign-up`;
const withForm = msg`With the form`;
const anew = { refetchOnMountOrArgChange: true };

/** Own consents of both services, each if it responds. */
export function MyConsents() {
  const signUp = myDataApi.useSignUpConsentsQuery(undefined, anew);
  const form = myDataApi.useConsentsQuery(undefined, anew);
  return (
    <Section title={title} folded>
      <Paragraph word={explanation} />
      {[
        { caption: withSignUp, query: signUp },
        { caption: withForm, query: form },
      ].map(({ caption, query }) => (
        <div className="stack" key={caption.id}>
          <h3>
            <Text of={caption} />
          </h3>
          <Loaded query={query}>
            {(consents) => <ConsentTable consents={consents} caption={caption} />}
          </Loaded>
        </div>
      ))}
    </Section>
  );
}
