import { Bilingual, portalFetch, Sentence, tryAgain, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type MouseEvent, useEffect, useState } from 'react';
import { saveFile } from './save-file.ts';

interface DownloadProps {
  href: string;
  fileName: string;
  word: Word;
  /** The file is being made and cannot be had yet. */
  onNotYet?: () => void;
}

type State = 'idle' | 'fetching' | 'saved' | 'failed' | 'back';

/** Until an answer begins; a file may then come slowly. */
const ANSWER_MS = 10_000;

/** What stands between may answer with a page of its own, which is no file. */
const isFile = (answer: Response) => !answer.headers.get('content-type')?.startsWith('text/html');

const said: Readonly<Record<Exclude<State, 'idle'>, Word>> = {
  fetching: msg`Downloading…`,
  saved: msg`Downloaded. Look for it among the downloads of this device.`,
  failed: msg`It could not be downloaded. Check the connection and press once more.`,
  back: msg`It can be downloaded again: press once more.`,
};

/**
 * A link to an own file that says how its download goes, and when one that failed can be had again. The page fetches the file itself: a browser
 * would keep an answer that is no file, such as a refusal, under the file's name.
 */
export function Download({ href, fileName, word, onNotYet }: DownloadProps) {
  const [state, setState] = useState<State>('idle');

  const download = async () => {
    const { data } = await portalFetch(href, {}, { answerWithinMs: ANSWER_MS });
    if (data?.status === 202) return onNotYet?.();
    const file = data && isFile(data) ? await data.blob() : undefined;
    if (file) saveFile(file, fileName);
    setState(file ? 'saved' : 'failed');
  };

  useEffect(() => {
    if (state !== 'failed') return undefined;
    return tryAgain(async () => {
      const asked = { method: 'HEAD' };
      const { data } = await portalFetch(href, asked, { asksToSignIn: false, answerWithinMs: ANSWER_MS });
      const isBack = data !== undefined && isFile(data);
      if (isBack) setState((now) => (now === 'failed' ? 'back' : now));
      return isBack;
    });
  }, [state, href]);

  const press = (event: MouseEvent) => {
    event.preventDefault();
    if (state === 'fetching') return;
    setState('fetching');
    download().catch(() => setState('failed'));
  };

  return (
    <span className="download">
      <a className="button button-plain" href={href} download={fileName} onClick={press}>
        <Bilingual word={word} />
      </a>
      <span className={state === 'failed' ? 'field-error' : 'hint'} role="status">
        {state !== 'idle' && <Sentence word={said[state]} />}
      </span>
    </span>
  );
}
