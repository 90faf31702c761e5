import { Button } from '../forms/button.tsx';
import { Message } from '../i18n/bilingual.tsx';
import { words } from '../i18n/words.ts';
import { Modal } from '../layout/modal.tsx';

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
