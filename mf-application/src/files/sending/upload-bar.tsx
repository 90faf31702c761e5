import { Button, Sentence, useBothTexts, type Word, words } from '@archaka/platform';
import { fileWords } from '../file-words.ts';
import { bytesText } from './bytes-text.ts';
import type { Progress } from './sent-file.ts';

interface UploadBarProps {
  label: Word;
  name: string;
  /** None while the file is got ready. */
  progress: Progress | undefined;
  onCancel: () => void;
}

/** A file on its way: how far it has got, what it waits for, and the way to stop it. */
export function UploadBar({ label, name, progress, onCancel }: UploadBarProps) {
  const labelText = useBothTexts()(label);
  const { sent = 0, total = 1, waiting } = progress ?? {};
  const waitsFor = waiting?.for === 'sign-in' ? fileWords.signInNeeded : fileWords.lineBroken;
  return (
    <div className="upload">
      <span className="file-name">{name}</span>
      <progress
        className="file-progress"
        value={progress && sent}
        max={total}
        aria-label={labelText}
        aria-valuetext={progress && bytesText(sent, total)}
      />
      <span className="upload-bytes" aria-hidden="true">
        {progress && bytesText(sent, total)}
      </span>
      {/* Heard at the beginning, in the middle, and when it has to wait. */}
      <span role="status">
        {waiting && <Sentence word={waitsFor} />}
        {!progress && <Sentence word={fileWords.preparing} />}
        {progress && !waiting && (
          <span className="visually-hidden">
            {bytesText(sent < total / 2 ? 0 : Math.ceil(total / 2), total)}
          </span>
        )}
      </span>
      <div className="row">
        {waiting && <Button word={words.retry} onClick={waiting.goOn} />}
        <Button word={words.cancel} onClick={onCancel} />
      </div>
    </div>
  );
}
