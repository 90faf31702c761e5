import { sayError, whileBusy } from '@archaka/platform/core';
import { useState } from 'react';

/**
 * A dialog whose code comes when its button is pressed, or about to be. Until it is there the page says that it loads;
 * where it does not come, that is said, and the next press tries again.
 */
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
