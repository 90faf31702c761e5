import { examinationName, useExamination, useUser } from '@archaka/platform';
import { Bilingual } from '@archaka/web-kit';
import { Slice } from '../../slices/slice.tsx';
import { About } from './about.tsx';
import { ApplicationSection } from './application-section.tsx';
import { EditNotice } from './edit-notice.tsx';
import { Notes } from './notes.tsx';
import { VisitorHome } from './visitor-home.tsx';

/** Landing page, sign-in and application form in one (specification, section 2). */
export function Home() {
  const user = useUser();
  const { examination } = useExamination();
  if (!user) return <VisitorHome examination={examination} />;
  return (
    <div className="stack">
      <h1 className="title" id="home">
        <Bilingual word={examinationName(examination)} />
      </h1>
      <EditNotice signedIn editUntil={examination?.edit_until} />
      <Notes editUntil={examination?.edit_until} />
      <ApplicationSection examination={examination}>
        <Slice name="mf-application">{({ Application }) => <Application key={user.id} />}</Slice>
      </ApplicationSection>
      <About />
    </div>
  );
}
