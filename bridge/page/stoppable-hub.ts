import { type Hub, hub } from '../../runtime/hub.ts';

/** The page's hub for somebody who is there for a while: `stop` ends every watch that began through it. */
export function stoppableHub(meeting: Hub = hub()): { readonly hub: Hub; readonly stop: () => void } {
  const stops = new Set<() => void>();
  return {
    hub: {
      version: meeting.version,
      announce: (source) => meeting.announce(source),
      watch(onSource, onGone) {
        const unwatch = meeting.watch(onSource, onGone);
        const stop = (): void => {
          stops.delete(stop);
          unwatch();
        };
        stops.add(stop);
        return stop;
      },
    },
    stop() {
      for (const stop of [...stops]) stop();
    },
  };
}
