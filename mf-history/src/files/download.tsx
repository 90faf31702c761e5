import { Bilingual, portalFetch, Sentence, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type MouseEvent, useState } from 'react';
import { saveFile } from './save-file.ts';

interface DownloadProps {
  href: string;
  fileName: string;
  word: Word;
  /** The file is being made and cannot be had yet. */
  onNotYet?: () => void;
}

type State = 'idle' | 'fetching' | 'saved' | 'failed';

const said: Readonly<Record<Exclude<State, 'idle'>, Word>> = {
  fetching: msg`Downloading…`,
  saved: msg`Downloaded. Look for it among the downloads of this device.`,
  failed: msg`It could not be downloaded. Check the connection and press once more.`,
};

/**
 * A link to an own file that says how its download goes. The page fetches the file itself: a browser
 * would keep an answer that is no file, such as a refusal, under the file's name.
 */
export function Download({ href, fileName, word, onNotYet }: DownloadProps) {
  const [state, setState] = useState<State>('idle');

  const download = async () => {
    const { data } = await portalFetch(href);
    if (data?.status === 202) return onNotYet?.();
    if (data) saveFile(await data.blob(), fileName);
    setState(data ? 'saved' : 'failed');
  };

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
