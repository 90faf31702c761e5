import { Bilingual, Button, Icon, type Word } from '@archaka/platform';
import { useState } from 'react';
import { formMessages } from '../messages.ts';
import { useLazyModule } from '../use-lazy-module.ts';

interface PhotographPaperProps {
  label: Word;
  onReady: (pdf: File) => void;
}

/** For applicants with a paper but no PDF of it. */
export function PhotographPaper({ label, onReady }: PhotographPaperProps) {
  const [state, setState] = useState<'unopened' | 'open' | 'closed'>('unopened');
  const isOpen = state === 'open';
  const scanModule = useLazyModule(() => import('./scan/scan-module.ts'), {
    enabled: state !== 'unopened',
    onFailed: () => setState('unopened'),
  });
  return (
    <>
      <div className="file-photograph">
        <Button busy={isOpen && !scanModule} onClick={() => setState('open')}>
          <span className="icon-word">
            <Icon name="camera" />
            <span>
              <Bilingual word={formMessages.photographPaper} />
            </span>
          </span>
        </Button>
      </div>
      {scanModule && (
        <scanModule.ScanDialog
          title={label}
          open={isOpen}
          onClose={() => setState('closed')}
          onReady={(pdf) => {
            setState('closed');
            onReady(pdf);
          }}
        />
      )}
    </>
  );
}
