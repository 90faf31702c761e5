import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

interface Disclosure {
  readonly isOpen: boolean;
  readonly toggle: () => void;
  /** The element that contains the button and what it opens. */
  readonly area: RefObject<HTMLElement | null>;
  readonly button: RefObject<HTMLButtonElement | null>;
}

/** Content that a button opens; a navigation, a press beside it, or Escape closes it. */
export function useDisclosure(): Disclosure {
  const [isOpen, setIsOpen] = useState(false);
  const area = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation has its own key
  useEffect(() => setIsOpen(false), [key]);

  useEffect(() => {
    if (!isOpen) return undefined;
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return;
      setIsOpen(false);
      button.current?.focus();
    };
    const closeFromOutside = ({ target }: Event) => {
      // A dialog that was opened from here restores the focus itself.
      const isOutside = !area.current?.contains(target as Node) && !(target as Element).closest('dialog');
      if (isOutside) setIsOpen(false);
    };
    document.addEventListener('keydown', closeByKey);
    document.addEventListener('pointerdown', closeFromOutside);
    document.addEventListener('focusin', closeFromOutside);
    return () => {
      document.removeEventListener('keydown', closeByKey);
      document.removeEventListener('pointerdown', closeFromOutside);
      document.removeEventListener('focusin', closeFromOutside);
    };
  }, [isOpen]);

  return { isOpen, toggle: () => setIsOpen(!isOpen), area, button };
}
