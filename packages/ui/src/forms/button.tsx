import type { ComponentProps } from 'react';
import { Bilingual } from '../i18n/bilingual.tsx';
import type { Word } from '../i18n/languages.ts';
import { words } from '../i18n/words.ts';

/** A screen has one `main` button and one `plain` one beside it; other actions look like links. */
export type Tone = 'main' | 'plain' | 'link' | 'danger';

export interface ButtonProps extends ComponentProps<'button'> {
  word?: Word;
  tone?: Tone;
  /** Announces work in progress and ignores presses. A button that may be busy retains its width. */
  busy?: boolean | undefined;
}

export function Button({ word, tone = 'plain', busy, onClick, children, className, ...native }: ButtonProps) {
  const classes = ['button', `button-${tone}`, className].filter(Boolean).join(' ');
  return (
    <button
      type="button"
      {...native}
      className={classes}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      <span className={busy ? 'button-face hidden' : 'button-face'}>
        {word && <Bilingual word={word} />}
        {children}
      </span>
      {busy !== undefined && (
        <span className={busy ? 'button-face' : 'button-face hidden'}>
          <Bilingual word={words.sending} />
        </span>
      )}
    </button>
  );
}
