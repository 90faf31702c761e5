import { Bilingual, Icon, type Word } from '@archaka/platform';
import type { ComponentProps } from 'react';

export const IconWord = ({ icon, word }: { icon: ComponentProps<typeof Icon>['name']; word: Word }) => (
  <span className="icon-word">
    <Icon name={icon} />
    <span>
      <Bilingual word={word} />
    </span>
  </span>
);
