import type { StoredKind } from '@archaka/contracts/calls';
import { RecordTable } from '@archaka/platform';
import { Paragraph, Sentence, type Word } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { myDataApi } from './my-data-api.ts';
import { Loaded, Section } from './section.tsx';

interface KindMessages {
  readonly what: Word;
  readonly why: Word;
}

const formServesNothing = msg`After the closing it serves nothing; the time is for complaints (DPDP Act 2023, section 8(7))`;
const againstAbuse = msg`To notice and limit attacks`;

/** Plain words for the kinds of `exams/retention.json` with data of a person. */
export const kindMessages: Readonly<Record<string, KindMessages>> = {
  account: {
    what: msg`Your account: name, mobile number, e-mail and address`,
    why: msg`One account serves every examination (DPDP Act 2023, section 12)`,
  },
  'sign-up': {
    what: msg`A sign-up whose number has not signed in yet`,
    why: msg`Nobody has shown that the number is theirs`,
  },
  draft: { what: msg`A saved or unfinished form with its papers and photo`, why: formServesNothing },
  'unpaid-application': {
    what: msg`An application that is not paid, with its versions, papers and photo`,
    why: formServesNothing,
  },
  'paid-application': {
    what: msg`A paid application with its versions, papers and photo, the hall ticket, the seat, the attendance and the result`,
    why: msg`So long a result can be contested in court (Limitation Act 1963, article 113)`,
  },
  'caller-grievance': {
    what: msg`What you said by telephone without an application, with your mobile number and the answer`,
    why: msg`So that a complaint can be looked into after the last call`,
  },
  'hall-pack': {
    what: msg`Your hall ticket, name, photo and seat in the papers for the examination hall, encrypted`,
    why: msg`So that the office can print them`,
  },
  'mark-sheet': {
    what: msg`Your marks until they are published, encrypted; what was wrong in them, by the roll number`,
    why: msg`So that mistakes in the marks can be looked into`,
  },
  batch: {
    what: msg`Whether your papers were accepted together with those of others`,
    why: msg`So that mistakes in the decisions can be looked into`,
  },
  'first-hold': {
    what: msg`Since when you hold an Aadhaar number or other identity paper without having paid, by a code from which the number cannot be read`,
    why: msg`So that nobody blocks another person's Aadhaar or identity paper`,
  },
  'payment-record': {
    what: msg`Orders and payments: numbers, amounts and times`,
    why: msg`Books of account must be stored for eight years, without your account and papers`,
  },
  'unattached-upload': {
    what: msg`A paper or photo that no form names`,
    why: msg`A file that was never attached serves nothing`,
  },
  session: { what: msg`The phones and computers that are signed in`, why: msg`So that you stay signed in` },
  'sign-in': {
    what: msg`When and with which browser you signed in`,
    why: msg`So that you notice a stranger's sign-in`,
  },
  'one-time-password': {
    what: msg`A one-time password, encrypted`,
    why: msg`So long it can be used`,
  },
  'known-browser': {
    what: msg`The browsers that have signed in to your number`,
    why: msg`To tell you from somebody who guesses passwords`,
  },
  message: {
    what: msg`Which messages about an application you were sent, without their text`,
    why: msg`So that no message comes twice`,
  },
  'aadhaar-lookup': {
    what: msg`Which Aadhaar numbers and identity papers you asked about, by codes from which they cannot be read`,
    why: msg`So that nobody tries numbers out`,
  },
  'edit-count': { what: msg`When you changed an application`, why: againstAbuse },
  'resumable-upload': {
    what: msg`The pieces of a file that is being uploaded`,
    why: msg`So that an upload goes on after a lost connection`,
  },
  'rate-limit': { what: msg`How often you used the portal`, why: againstAbuse },
  'published-event': {
    what: msg`Messages between the parts of the portal`,
    why: msg`They are sent again after a restore from a backup`,
  },
  erasure: {
    what: msg`That you asked for erasure, and what is left`,
    why: msg`To show you that it is done`,
  },
  'erasure-work': {
    what: msg`Whose data is erased, by the number of the account`,
    why: msg`So that nothing that comes late brings data back`,
  },
  'data-key': {
    what: msg`The key that your data is encrypted with`,
    why: msg`An erasure destroys it, so that your data can no longer be read in any copy`,
  },
  backup: {
    what: msg`Copies of all data for an emergency, encrypted`,
    why: msg`To restore the portal; what is erased leaves the last copy when it is deleted`,
  },
  'audit-log': {
    what: msg`Who looked at your data and what was done with it, without the data`,
    why: msg`The CERT-In directions of 2022 ask for them`,
  },
  log: {
    what: msg`Logs of the portal, without your data`,
    why: msg`The CERT-In directions of 2022 ask for them`,
  },
};

const years = (count: number): Word => (count === 1 ? msg`1 year` : msg`${count} years`);
const months = (count: number): Word => (count === 1 ? msg`1 month` : msg`${count} months`);
const days = (count: number): Word => (count === 1 ? msg`1 day` : msg`${count} days`);
const hours = (count: number): Word => (count === 1 ? msg`1 hour` : msg`${count} hours`);
const minutes = (count: number): Word => msg`${count} minutes`;

const units: readonly (readonly [pattern: RegExp, toWord: (count: number) => Word])[] = [
  [/^P(\d+)Y$/, years],
  [/^P(\d+)M$/, months],
  [/^P(\d+)D$/, days],
  [/^PT(\d+)H$/, hours],
  [/^PT(\d+)M$/, minutes],
];

const untilRequested = msg`Until you ask for erasure`;

/** Formats an ISO 8601 duration of one unit in words; leaves one of several units unchanged. */
function toPeriodText({ period }: Pick<StoredKind, 'period'>): Word {
  if (period === null) return untilRequested;
  for (const [pattern, toWord] of units) {
    const count = pattern.exec(period)?.[1];
    if (count) return toWord(Number(count));
  }
  return { te: period, en: period };
}

const title = msg`What the portal stores`;
const explanation = msg`All of it is deleted by itself when its time is over.`;
const what = msg`What is stored`;
const howLong = msg`How long`;
const why = msg`Why`;

const startingPoints: Readonly<Record<string, Word>> = {
  storing: msg`from when it was stored`,
  'last-use': msg`from its last use`,
  closing: msg`from the closing of the applications`,
  'closing-or-saving': msg`from the closing of the applications, or from the last saving when that is later`,
  'closing-or-payment': msg`from the closing of the applications, or from the last change of the payment when that is later`,
  examination: msg`from the day of the examination, or from the closing when that is later`,
};

function HowLong({ row }: { row: StoredKind }) {
  const start = row.period === null ? undefined : startingPoints[row.counted_from];
  return (
    <>
      <Sentence word={toPeriodText(row)} />
      {start && (
        <>
          {' '}
          <Sentence word={start} />
        </>
      )}
    </>
  );
}

const toWhat = ({ kind, what: text }: StoredKind): Word => kindMessages[kind]?.what ?? { te: text, en: text };
const toWhy = ({ kind, reason }: StoredKind): Word => kindMessages[kind]?.why ?? { te: reason, en: reason };

const columns = [
  { id: 'what', label: what, cell: (row: StoredKind) => <Sentence word={toWhat(row)} /> },
  { id: 'how-long', label: howLong, cell: (row: StoredKind) => <HowLong row={row} /> },
  { id: 'why', label: why, cell: (row: StoredKind) => <Sentence word={toWhy(row)} /> },
];

export function StoredKinds() {
  const query = myDataApi.useRetentionQuery(undefined);
  return (
    <Section title={title} folded>
      <Paragraph word={explanation} />
      <Loaded query={query}>
        {(rows) => (
          <RecordTable
            caption={title}
            columns={columns}
            rows={rows.filter(({ kind }) => kind in kindMessages)}
            keyOf={({ kind }) => kind}
          />
        )}
      </Loaded>
    </Section>
  );
}
