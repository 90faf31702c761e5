import { Button } from '@archaka/platform';
import { useState } from 'react';
import { useLazyModule } from '../../use-lazy-module.ts';
import type { AdjustPictureProps } from './adjust-picture.tsx';
import { photoMessages } from './photo-messages.ts';

/** Opens the dialog that crops a picture. */
export function AdjustButton({ onCrop, ...props }: Omit<AdjustPictureProps, 'onClose'>) {
  const [adjusting, setAdjusting] = useState(false);
  const close = () => setAdjusting(false);
  const adjustModule = useLazyModule(() => import('./adjust-picture.tsx'), {
    enabled: adjusting,
    onFailed: close,
  });
  return (
    <>
      <Button
        word={photoMessages.adjust}
        busy={adjusting && !adjustModule}
        onClick={() => setAdjusting(true)}
      />
      {adjustModule && (
        <adjustModule.AdjustPicture
          {...props}
          onClose={close}
          onCrop={(crop) => {
            close();
            onCrop(crop);
          }}
        />
      )}
    </>
  );
}
