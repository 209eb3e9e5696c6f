import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import './Sheet.css';

interface SheetProps {
  readonly label: string;
  readonly closeLabel: string;
  /** A key that closes it beside Esc: the one that opened it. */
  readonly closeKey?: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A sheet over the panel: Esc, its button or a click beside it closes; the focus goes back to where it was. */
export function Sheet({ label, closeLabel, closeKey, onClose, children }: SheetProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
  }, []);
  const close = (): void => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      class="sheet"
      aria-label={label}
      onClose={onClose}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === closeKey) close();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div class="sheet__body" tabIndex={0}>
        <button type="button" class="sheet__close" aria-label={closeLabel} onClick={close}>
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path d="M2.5 2.5l7 7m0-7l-7 7" />
          </svg>
        </button>
        {children}
      </div>
    </dialog>
  );
}
