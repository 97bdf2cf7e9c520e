import { type RefObject, useEffect, useRef, useState } from 'react';

interface FullScreen {
  /** The element that fills the window. */
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly isFull: boolean;
  readonly toggle: () => void;
  readonly leave: () => void;
}

/** An element that fills the window until the focus goes to what it covers, which a keyboard reaches. */
export function useFullScreen(): FullScreen {
  const ref = useRef<HTMLDivElement>(null);
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    if (!isFull) return undefined;
    const onFocus = ({ target }: FocusEvent): void => {
      const isCovered = target instanceof Element && target.closest('[data-portal], [role=dialog]') === null;
      if (isCovered && ref.current?.contains(target) === false) setFull(false);
    };
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('focusin', onFocus);
    };
  }, [isFull]);
  return {
    ref,
    isFull,
    toggle: () => {
      setFull(!isFull);
    },
    leave: () => {
      setFull(false);
    },
  };
}
