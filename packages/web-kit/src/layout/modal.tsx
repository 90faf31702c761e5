import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

/**
 * A native modal dialog, open for as long as it is there; it stands outside the page, whose styles it does not take.
 * It closes before it is taken away, so that the browser gives the focus back where it was.
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
        // A file picker that is left without a choice sends `cancel` up from its input.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    />,
    document.body,
  );
}
