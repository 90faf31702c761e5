import {
  Bilingual,
  fetchReadableOffline,
  Icon,
  type MemoProps,
  portalFetch,
  Sentence,
  saveFile,
  type Tone,
  tryAgain,
  type Word,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type ComponentProps, type MouseEvent, useEffect, useState } from 'react';
import { memoUrl } from '../history-api.ts';
import { HelpNumbers } from '../load-failed.tsx';

export const IconWord = ({ icon, word }: { icon: ComponentProps<typeof Icon>['name']; word: Word }) => (
  <span className="icon-word">
    <Icon name={icon} />
    <span>
      <Bilingual word={word} />
    </span>
  </span>
);

interface DownloadProps {
  href: string;
  fileName: string;
  word: Word;
  tone?: Tone;
  /** The file is being made and is not available yet. */
  onPending?: (() => void) | undefined;
}

type DownloadState = 'idle' | 'fetching' | 'saved' | 'failed' | 'back';

/** Milliseconds until the response starts; the file may then be slow. */
const RESPONSE_TIMEOUT_MS = 10_000;

/** An intermediary may respond with a page of its own, which is no file. */
const isFile = (response: Response) => !response.headers.get('content-type')?.startsWith('text/html');

const stateMessages: Readonly<Record<Exclude<DownloadState, 'idle'>, Word>> = {
  fetching: msg`Downloading…`,
  saved: msg`Downloaded. Look for it among the downloads of this device.`,
  failed: msg`It could not be downloaded. The file is safe with us. Check the connection and press once more; if it lasts, try again in a few minutes.`,
  back: msg`It can be downloaded again: press once more.`,
};

/** A link to an own file that shows the download's progress, and when a failed one can be retried. */
export function Download({ href, fileName, word, tone = 'plain', onPending }: DownloadProps) {
  const { state, start } = useDownload({ href, fileName, onPending });

  const handleClick = (event: MouseEvent) => {
    event.preventDefault();
    if (state !== 'fetching') start();
  };

  return (
    <div className="download">
      <a className={`button button-${tone}`} href={href} download={fileName} onClick={handleClick}>
        <IconWord icon="download" word={word} />
      </a>
      <span className={state === 'failed' ? 'field-error' : 'hint'} role="status">
        {state !== 'idle' && <Sentence word={stateMessages[state]} />}
      </span>
      {state === 'failed' && <HelpNumbers of="technical" />}
    </div>
  );
}

/** The page fetches the file itself: a browser would store an error response under the file's name. */
function useDownload({ href, fileName, onPending }: Omit<DownloadProps, 'word' | 'tone'>) {
  const [state, setState] = useState<DownloadState>('idle');

  const download = async () => {
    const { data } = await fetchReadableOffline(href, {}, { answerWithinMs: RESPONSE_TIMEOUT_MS });
    if (data?.status === 202) return onPending?.();
    const file = data && isFile(data) ? await data.blob() : undefined;
    if (file) saveFile(file, fileName);
    setState(file ? 'saved' : 'failed');
  };

  useEffect(() => {
    if (state !== 'failed') return undefined;
    return tryAgain(async () => {
      const isAvailable = await canBeFetched(href);
      if (isAvailable) setState((current) => (current === 'failed' ? 'back' : current));
      return isAvailable;
    });
  }, [state, href]);

  return {
    state,
    start(): void {
      setState('fetching');
      download().catch(() => setState('failed'));
    },
  };
}

async function canBeFetched(href: string): Promise<boolean> {
  const init = { method: 'HEAD' };
  const options = { asksToSignIn: false, answerWithinMs: RESPONSE_TIMEOUT_MS };
  const { data } = await portalFetch(href, init, options);
  return data !== undefined && isFile(data);
}

const downloadMemo: Word = msg`Download the memo`;

/** Of a published result. */
export const MemoLink = ({ application: { application_id } }: MemoProps) => (
  <Download
    href={memoUrl(application_id)}
    fileName={`${application_id}-memo.pdf`}
    word={downloadMemo}
    tone="main"
  />
);
