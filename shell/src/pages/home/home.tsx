import { examinationName, type TicketProps, useExamination, useUser } from '@archaka/platform/core';
import { Bilingual } from '@archaka/ui';
import { Slice } from '../../slices/slice.tsx';
import { About } from './about.tsx';
import { ApplicationSection } from './application-section.tsx';
import { EditNotice, Notes } from './sections.tsx';
import { VisitorHome } from './visitor-home.tsx';

/** mf-history's ticket, which the shell passes to mf-application. */
const InjectedTicket = (props: TicketProps) => (
  <Slice name="mf-history" small>
    {({ Ticket }) => <Ticket {...props} />}
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
      <ApplicationSection examination={examination}>
        <Slice name="mf-application">
          {({ Application }) => <Application key={user.id} Ticket={InjectedTicket} />}
        </Slice>
      </ApplicationSection>
      <EditNotice signedIn editUntil={examination?.edit_until} />
      <Notes folded editUntil={examination?.edit_until} />
      <About folded />
    </div>
  );
}
