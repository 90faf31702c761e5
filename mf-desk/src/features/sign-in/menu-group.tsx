import { Sentence, type Word } from '@archaka/platform';
import type { FocusEvent, KeyboardEvent, MouseEvent, ReactNode } from 'react';

const close = ({ currentTarget: group }: { currentTarget: HTMLDetailsElement }) => {
  group.open = false;
};

const closeAndFocus = (event: { currentTarget: HTMLDetailsElement }) => {
  event.currentTarget.querySelector('summary')?.focus();
  close(event);
};

interface MenuGroupProps {
  word: Word;
  /** Has the link of the page that is shown. */
  isCurrent: boolean;
  children: ReactNode;
}

/** Links behind a word of the masthead; a choice, Escape, or the focus elsewhere closes them. */
export const MenuGroup = ({ word, isCurrent, children }: MenuGroupProps) => (
  <details
    className="menu-group"
    name="desk-menu"
    onKeyDown={(event: KeyboardEvent<HTMLDetailsElement>) => event.key === 'Escape' && closeAndFocus(event)}
    onClick={(event: MouseEvent<HTMLDetailsElement>) =>
      event.target instanceof Element && event.target.closest('a') && closeAndFocus(event)
    }
    // Without another target a browser that focuses no pressed link would hide it before the click.
    onBlur={({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) =>
      relatedTarget && !currentTarget.contains(relatedTarget) && close({ currentTarget })
    }
  >
    <summary className="menu-link" aria-current={isCurrent ? 'true' : undefined}>
      <Sentence word={word} />
    </summary>
    <div className="menu-group-links">{children}</div>
  </details>
);
