import { Button, Sentence, useBothTexts, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import type { UploadProgress } from './upload-file.ts';

const fileMessages = {
  preparing: msg`Getting it ready…`,
  connectionLost: msg`The connection is poor. Sending goes on by itself.`,
  signInNeeded: msg`Sign in again; sending then goes on by itself.`,
} as const satisfies Record<string, Word>;

interface UploadBarProps {
  label: Word;
  name: string;
  /** Undefined while the file is prepared. */
  progress: UploadProgress | undefined;
  onCancel: () => void;
}

export function UploadBar({ label, name, progress, onCancel }: UploadBarProps) {
  const labelText = useBothTexts()(label);
  const { sent = 0, total = 1, waiting } = progress ?? {};
  const waitMessage = waiting?.for === 'sign-in' ? fileMessages.signInNeeded : fileMessages.connectionLost;
  return (
    <div className="upload">
      <span className="file-name">{name}</span>
      <progress
        className="file-progress"
        value={progress && sent}
        max={total}
        aria-label={labelText}
        aria-valuetext={progress && formatProgress(sent, total)}
      />
      <span className="upload-bytes" aria-hidden="true">
        {progress && formatProgress(sent, total)}
      </span>
      {/* Announced at the start, in the middle, and when it waits. */}
      <span role="status">
        {waiting && <Sentence word={waitMessage} />}
        {!progress && <Sentence word={fileMessages.preparing} />}
        {progress && !waiting && (
          <span className="visually-hidden">
            {formatProgress(sent < total / 2 ? 0 : Math.ceil(total / 2), total)}
          </span>
        )}
      </span>
      <div className="row">
        {waiting && <Button word={words.retry} onClick={waiting.retryNow} />}
        <Button word={words.cancel} onClick={onCancel} />
      </div>
    </div>
  );
}

const KB = 1024;
const MB = KB * KB;

/** Progress of a file, such as '1.2 / 2 MB', in the unit of its total. */
export function formatProgress(sent: number, total: number): string {
  const unit = selectUnit(total);
  return `${formatInUnit(sent, unit)} / ${formatInUnit(total, unit)} ${unit.name}`;
}

/** The size of a file, such as '1.2 MB'. */
export function formatSize(bytes: number): string {
  const unit = selectUnit(bytes);
  return `${formatInUnit(bytes, unit)} ${unit.name}`;
}

const selectUnit = (bytes: number) =>
  bytes >= MB ? { size: MB, name: 'MB', fractions: 10 } : { size: KB, name: 'KB', fractions: 1 };

/** Rounded up, so that the smallest file has a size. */
const formatInUnit = (bytes: number, { size, fractions }: { size: number; fractions: number }): string =>
  String(Math.ceil((bytes / size) * fractions) / fractions);
