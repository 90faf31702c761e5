import { type FocusEvent, useEffect, useRef } from 'react';

/** `dragend` ends a press that became a drag. A touch sends mouse events afterwards. */
const pointerEnds = ['mouseup', 'dragend'] as const;

/**
 * A `blur` handler that waits for the end of the press that took the focus. Otherwise an error that it shows
 * moves the pressed element from under the pointer, and the browser sends no click.
 */
export function useBlurAfterPointer<Control>(onBlur: ((event: FocusEvent<Control>) => unknown) | undefined) {
  const isPressed = useRef(false);
  const delayed = useRef<() => unknown>(undefined);
  useEffect(() => {
    const begin = () => {
      isPressed.current = true;
    };
    const end = () => {
      isPressed.current = false;
      // The click follows directly after the end of its press.
      if (delayed.current) setTimeout(delayed.current);
      delayed.current = undefined;
    };
    document.addEventListener('mousedown', begin, true);
    for (const type of pointerEnds) document.addEventListener(type, end, true);
    return () => {
      document.removeEventListener('mousedown', begin, true);
      for (const type of pointerEnds) document.removeEventListener(type, end, true);
    };
  }, []);

  return (event: FocusEvent<Control>) => {
    if (isPressed.current) delayed.current = () => onBlur?.(event);
    else onBlur?.(event);
  };
}
