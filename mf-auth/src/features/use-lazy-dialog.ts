import { sayError, whileBusy } from '@archaka/platform/core';
import { useState } from 'react';

/** Loads the dialog's code on a press or touch of its button; reports a failure, and the next press retries. */
export function useLazyDialog<Module extends object>(load: () => Promise<Module>) {
  const [opened, setOpened] = useState<Module>();
  const open = async () => {
    try {
      setOpened(await whileBusy(load));
    } catch {
      sayError({ kind: 'unexpected' });
    }
  };
  const preload = () => void load().catch(() => undefined);
  return {
    /** While it is open. */
    opened,
    close: () => setOpened(undefined),
    opener: { onClick: () => void open(), onPointerEnter: preload, onFocus: preload },
  };
}
