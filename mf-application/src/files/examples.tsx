import { Bilingual } from '@archaka/platform';
import { useState } from 'react';
import { formMessages } from '../messages.ts';
import { useLazyModule } from '../use-lazy-module.ts';

/** A right and a wrong picture for the field, loaded when unfolded. */
export function Examples({ of }: { of: 'photo' | 'paper' }) {
  const [open, setOpen] = useState(false);
  const examplesModule = useLazyModule(() => import('./examples/example-pair.tsx'), {
    enabled: open,
    onFailed: () => setOpen(false),
  });
  return (
    <details className="more" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Bilingual word={formMessages.showExamples} />
      </summary>
      {examplesModule && <examplesModule.ExamplePair of={of} />}
    </details>
  );
}
