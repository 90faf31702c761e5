import { useExamination, useUser } from '@archaka/platform';
import { Slice } from '../../slices/slice.tsx';
import { About } from './about.tsx';
import { ApplicationSection } from './application-section.tsx';
import { Intro } from './intro.tsx';
import { Login } from './login.tsx';
import { Notes } from './notes.tsx';

/** Landing page, sign-in and application form in one (specification, section 2). */
export function Home() {
  const user = useUser();
  const { examination } = useExamination();
  return (
    <div className="stack">
      <Intro signedIn={user !== undefined} examination={examination} />
      {!user && <Login />}
      <Notes editUntil={examination?.edit_until} />
      <ApplicationSection examination={examination}>
        {user && <Slice name="mf-application">{({ Application }) => <Application key={user.id} />}</Slice>}
      </ApplicationSection>
      <About />
    </div>
  );
}
