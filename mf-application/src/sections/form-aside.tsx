import { Icon, Sentence, Telephones } from '@archaka/platform';
import type { ReferenceData } from '../form/reference-data.ts';
import { formMessages } from '../messages.ts';
import { SectionProgress } from './section-progress.tsx';

export function FormAside({ referenceData }: { referenceData: ReferenceData }) {
  const { office, technical } = referenceData.examination.contacts;
  return (
    <div className="form-aside">
      <SectionProgress referenceData={referenceData} />
      <div className="form-help">
        <p className="icon-word">
          <Icon name="phone" />
          <Sentence word={formMessages.callForHelp} />
        </p>
        <Telephones numbers={[office, ...technical]} />
      </div>
    </div>
  );
}
