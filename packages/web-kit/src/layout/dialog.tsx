import { type ReactNode, useId } from 'react';
import { Button } from '../forms/button.tsx';
import { FieldScope } from '../forms/field-scope.ts';
import { Bilingual } from '../i18n/bilingual.tsx';
import { useBothTexts } from '../i18n/language.ts';
import type { Word } from '../i18n/word.ts';
import { words } from '../i18n/words.ts';
import { Modal } from './modal.tsx';

export interface DialogProps {
  open: boolean;
  /** Called by the close button, Escape, or a press beside the dialog. */
  onClose: () => void;
  title: Word;
  wide?: boolean;
  children: ReactNode;
}

/** A modal dialog; its content is rendered only while it is open. */
export function Dialog({ open, onClose, title, wide = false, children }: DialogProps) {
  const titleId = useId();
  const bothTexts = useBothTexts();
  if (!open) return null;
  return (
    <Modal className={wide ? 'dialog dialog-wide' : 'dialog'} aria-labelledby={titleId} onClose={onClose}>
      <div className="dialog-body stack">
        <div className="dialog-head">
          <h2 id={titleId}>
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
