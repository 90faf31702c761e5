import { isNoticeInEffect } from '@archaka/contracts/calls';
import {
  ButtonLink,
  examinationName,
  type MemoProps,
  type PublicExamination,
  phaseOf,
  portalNow,
  type TicketProps,
  useExamination,
  useUser,
} from '@archaka/platform/core';
import { Link } from '@archaka/platform/shell';
import {
  Banner,
  Bilingual,
  dateText,
  Facts,
  Icon,
  type IconName,
  inBoth,
  Paragraph,
  Sentence,
  useBothTexts,
  type Word,
  words,
} from '@archaka/ui';
import { msg } from '@lingui/core/macro';
import { Slice } from '../../slices/slice.tsx';
import { About, formatLevels, HelpFacts, helpTitle } from './about.tsx';
import { ApplicationSection, ApplicationWindow, EditNotice, HomeSection, Notes } from './sections.tsx';

const VisitorHome = ({ examination }: { examination: PublicExamination | undefined }) => (
  <>
    <div className="front">
      <Intro examination={examination} />
      <div className="front-login">
        <Login />
      </div>
    </div>
    <Notices notices={examination?.notices} />
    <Entries />
    <div className="stack page-wide">
      <div className="two-columns">
        <Notes editUntil={examination?.edit_until} />
        <div className="stack">
          <EditNotice editUntil={examination?.edit_until} />
          {examination && <Dates examination={examination} />}
        </div>
      </div>
      <ApplicationSection examination={examination} />
      <About />
    </div>
  </>
);

const anyLevel = msg`Apply here for the examinations of the temple archakas of Andhra Pradesh.`;
const apply = msg`Apply`;

interface IntroProps {
  /** Undefined while unknown. */
  examination: PublicExamination | undefined;
}

function Intro({ examination }: IntroProps) {
  const isOpen = examination ? phaseOf(examination) === 'open' : true;
  const applicationWindow = examination && <ApplicationWindow examination={examination} level={2} />;
  return (
    <section className="section hero" id="home" aria-labelledby="title">
      {isOpen && applicationWindow}
      <h1 className="title" id="title">
        <Bilingual word={examinationName(examination)} />
      </h1>
      <p className="lead">
        <Sentence word={examination ? describePurpose(examination) : anyLevel} />
      </p>
      {isOpen ? (
        <div className="row">
          <ButtonLink to="/#login" word={apply} tone="main" />
        </div>
      ) : (
        applicationWindow
      )}
    </section>
  );
}

const describePurpose = ({ exam_types }: PublicExamination): Word =>
  inBoth((language) => {
    const levels = formatLevels(language, exam_types);
    return msg`Apply here for the ${levels} examinations of the temple archakas of Andhra Pradesh.`;
  });

export function Login({ id = 'login' }: { id?: string }) {
  return (
    <section className="section" id={id} tabIndex={-1} aria-labelledby="login-title">
      <h2 id="login-title">
        <Bilingual word={words.signIn} />
      </h2>
      <Slice name="mf-auth">{({ SignIn }) => <SignIn place="page" />}</Slice>
    </section>
  );
}

interface Entry {
  readonly to: string;
  readonly icon: IconName;
  readonly title: Word;
  readonly hint: Word;
}

const entries: readonly Entry[] = [
  {
    to: '/#notes',
    icon: 'document',
    title: msg`What is needed`,
    hint: msg`Birth certificate, photo, Aadhaar; for Vara and Pravara the previous certificate too.`,
  },
  {
    to: '/ready',
    icon: 'camera',
    title: msg`Am I ready?`,
    hint: msg`See without signing in whether your photo and papers will do.`,
  },
  {
    to: '/#dates',
    icon: 'calendar',
    title: msg`Key dates`,
    hint: msg`The first and the last day to apply, and until when you may edit.`,
  },
];

/** Links for a visitor who does not sign in yet. */
const Entries = () => (
  <ul className="entries plain">
    {entries.map(({ to, icon, title, hint }) => (
      <li key={to}>
        <Link className="entry" to={to}>
          <Icon name={icon} />
          <span className="entry-title">
            <Bilingual word={title} />
          </span>
          <span className="hint">
            <Sentence word={hint} />
          </span>
        </Link>
      </li>
    ))}
  </ul>
);

const datesTitle = msg`Key dates`;
const opens = msg`Applications open`;
const closes = msg`Last date to apply`;
const edits = msg`Last date to edit`;

const Dates = ({ examination }: { examination: PublicExamination }) => (
  <section className="section dates" id="dates" tabIndex={-1} aria-labelledby="dates-title">
    <h2 id="dates-title">
      <Bilingual word={datesTitle} />
    </h2>
    <Facts
      facts={[
        { label: opens, value: dateText(examination.opens) },
        { label: closes, value: dateText(examination.closes) },
        { label: edits, value: dateText(examination.edit_until) },
      ]}
    />
  </section>
);

/** mf-history's downloads, which the shell passes to mf-application. */
const InjectedTicket = (props: TicketProps) => (
  <Slice name="mf-history" small>
    {({ Ticket }) => <Ticket {...props} />}
  </Slice>
);

const InjectedMemo = (props: MemoProps) => (
  <Slice name="mf-history" small>
    {({ Memo }) => <Memo {...props} />}
  </Slice>
);

/** Landing page, sign-in and application form in one (specification, section 2). */
export function Home() {
  const user = useUser();
  const { examination } = useExamination();
  if (!user) return <VisitorHome examination={examination} />;
  return (
    <div className="stack page-wide home">
      <h1 className="title" id="home">
        <Bilingual word={examinationName(examination)} />
      </h1>
      <Notices notices={examination?.notices} />
      <ApplicationSection examination={examination}>
        <Slice name="mf-application">
          {({ Application }) => <Application key={user.id} Ticket={InjectedTicket} Memo={InjectedMemo} />}
        </Slice>
      </ApplicationSection>
      <Notes folded editUntil={examination?.edit_until} />
      <About folded />
      <aside className="home-aside">
        {examination && (
          <HomeSection folded id="help" title={helpTitle}>
            <HelpFacts contacts={examination.contacts} />
          </HomeSection>
        )}
      </aside>
    </div>
  );
}

const title = msg`Notices of the department`;
const noticeOf = (day: string): Word => msg`Notice of ${day}`;

/** Of the department, also on a stored page only while they are in effect. */
export function Notices({ notices = [] }: Pick<PublicExamination, 'notices'>) {
  const bothTexts = useBothTexts();
  const current = notices.filter((notice) => isNoticeInEffect(notice, portalNow()));
  if (current.length === 0) return null;
  return (
    <section className="notices" aria-label={bothTexts(title)}>
      {current.map(({ id, text, text_te, from }) => (
        <Banner key={id} tone="info" title={noticeOf(dateText(from))} level={2}>
          <Paragraph word={{ te: text_te, en: text }} />
        </Banner>
      ))}
    </section>
  );
}
