import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

/**
 * A native modal dialog, open while it is rendered; it is outside the page and does not inherit its styles.
 * It closes before it is removed, so that the browser restores the focus.
 */
export function Modal({
  onClose,
  ...native
}: Omit<ComponentProps<'dialog'>, 'onClose'> & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key, and the browser sends it as `cancel`
    <dialog
      {...native}
      ref={dialog}
      onCancel={(event) => {
        // A file picker that is cancelled sends a bubbling `cancel` from its input.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    />,
    document.body,
  );
}
