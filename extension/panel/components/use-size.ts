import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useCallback, useRef } from 'preact/hooks';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The inner size of the element that `measure` is given as its ref, kept up to date; 0 × 0 while there is none. */
export function useSize(): {
  readonly size: ReadonlySignal<Size>;
  readonly measure: (element: HTMLElement | null) => void;
} {
  const size = useSignal<Size>({ width: 0, height: 0 });
  const observer = useRef<ResizeObserver | undefined>(undefined);
  const measure = useCallback(
    (element: HTMLElement | null): void => {
      observer.current?.disconnect();
      const read = (): void => {
        const width = element?.clientWidth ?? 0;
        const height = element?.clientHeight ?? 0;
        if (width !== size.peek().width || height !== size.peek().height) size.value = { width, height };
      };
      read();
      if (element === null) return;
      observer.current = new ResizeObserver(read);
      observer.current.observe(element);
    },
    [size],
  );
  return { size, measure };
}
