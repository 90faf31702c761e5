import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../forms/button.tsx';
import { FieldScope } from '../forms/fields.tsx';
import { Bilingual, Message } from '../i18n/bilingual.tsx';
import { useBothTexts, type Word } from '../i18n/languages.ts';
import { words } from '../i18n/words.ts';

interface DialogProps {
  open: boolean;
  /** Called by the close button, Escape, or a press beside the dialog. */
  onClose: () => void;
  title: Word;
  wide?: boolean;
  children: ReactNode;
}

/** A modal dialog; its content is rendered only while it is open. The focus is on its first field, or on its heading. */
export function Dialog({ open, onClose, title, wide = false, children }: DialogProps) {
  const titleId = useId();
  const bothTexts = useBothTexts();
  if (!open) return null;
  return (
    <Modal className={wide ? 'dialog dialog-wide' : 'dialog'} aria-labelledby={titleId} onClose={onClose}>
      <div className="dialog-body stack">
        <div className="dialog-head">
          <h2 id={titleId} tabIndex={-1}>
            <Bilingual word={title} />
          </h2>
          <Button className="dialog-close" onClick={onClose} aria-label={bothTexts(words.close)}>
            ✕
          </Button>
        </div>
        <FieldScope value={titleId}>{children}</FieldScope>
      </div>
    </Modal>
  );
}

interface ConfirmDialogProps extends Omit<DialogProps, 'children' | 'wide'> {
  children?: ReactNode;
  confirm: Word;
  onConfirm: () => void;
  busy?: boolean | undefined;
}

export function ConfirmDialog({ children, confirm, onConfirm, busy, ...dialog }: ConfirmDialogProps) {
  return (
    <Dialog {...dialog}>
      {children}
      <div className="row">
        <Button tone="main" word={confirm} busy={busy} onClick={onConfirm} />
        <Button word={words.cancel} onClick={dialog.onClose} />
      </div>
    </Dialog>
  );
}

interface AlertPopupProps {
  /** English of the catalogue; the Telugu is added. */
  title: string;
  text?: string | undefined;
  onClose: () => void;
}

export function AlertPopup({ title, text, onClose }: AlertPopupProps) {
  return (
    <Modal
      className="dialog alert"
      role="alertdialog"
      aria-labelledby="alert-title"
      aria-describedby="alert-text"
      onClose={onClose}
    >
      <div className="dialog-body stack">
        <h2 id="alert-title">
          <Message of={title} />
        </h2>
        <p id="alert-text">{text && <Message of={text} />}</p>
        <div className="row">
          <Button word={words.close} onClick={onClose} />
        </div>
      </div>
    </Modal>
  );
}

const FIELD = ':is(input, select, textarea):enabled:not([type="hidden"])';
/** Of a `Dialog`; an alert leaves the focus on its button. */
const HEADING = 'h2[tabindex]';

/**
 * A native modal dialog, open while it is rendered; it is outside the page and does not inherit its styles.
 * It closes before it is removed, so that the browser restores the focus.
 */
function Modal({ onClose, ...native }: Omit<ComponentProps<'dialog'>, 'onClose'> & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    const first = element?.querySelector<HTMLElement>(FIELD) ?? element?.querySelector<HTMLElement>(HEADING);
    first?.focus();
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
