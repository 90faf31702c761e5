import type { PublicExamination } from '@archaka/platform/core';
import { About } from './about.tsx';
import { ApplicationSection } from './application-section.tsx';
import { Dates } from './dates.tsx';
import { EditNotice } from './edit-notice.tsx';
import { Entries } from './entries.tsx';
import { Intro } from './intro.tsx';
import { Login } from './login.tsx';
import { Notes } from './notes.tsx';

export const VisitorHome = ({ examination }: { examination: PublicExamination | undefined }) => (
  <>
    <div className="front">
      <Intro examination={examination} />
      <div className="front-login">
        <Login />
      </div>
    </div>
    <Entries />
    <div className="stack page-wide">
      <div className="two-columns">
        <Notes editUntil={examination?.edit_until} />
        <div className="stack">
          <EditNotice signedIn={false} editUntil={examination?.edit_until} />
          {examination && <Dates examination={examination} />}
        </div>
      </div>
      <ApplicationSection examination={examination} />
      <About />
    </div>
  </>
);
