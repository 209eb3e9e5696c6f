/** px that the pointer has moved since it went down. */
export interface Moved {
  readonly x: number;
  readonly y: number;
}

/** Follows the pointer that went down on an element until it is let go, wherever it is by then. */
export function dragFrom(
  event: PointerEvent & { readonly currentTarget: HTMLElement },
  onMove: (moved: Moved) => void,
): void {
  if (event.button !== 0) return;
  event.preventDefault();
  event.stopPropagation();
  const { currentTarget: element, clientX, clientY } = event;
  const move = (now: PointerEvent): void => onMove({ x: now.clientX - clientX, y: now.clientY - clientY });
  element.setPointerCapture(event.pointerId);
  element.addEventListener('pointermove', move);
  element.addEventListener('lostpointercapture', () => element.removeEventListener('pointermove', move), {
    once: true,
  });
}
