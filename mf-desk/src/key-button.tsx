import { Bilingual, Button, type Tone, type Word } from '@archaka/platform';
import type { ComponentProps } from 'react';
import { KeyName, useKeysOn } from './use-keys.tsx';

interface KeyButtonProps extends Omit<ComponentProps<typeof Button>, 'word'> {
  word: Word;
  /** Its page handles it. */
  shortcut: string;
  tone?: Tone;
}

export function KeyButton({ word, shortcut, ...button }: KeyButtonProps) {
  const isOn = useKeysOn();
  return (
    <Button {...button} aria-keyshortcuts={isOn ? shortcut : undefined}>
      <span className="key-word">
        <span>
          <Bilingual word={word} />
        </span>
        <KeyName name={shortcut} />
      </span>
    </Button>
  );
}
