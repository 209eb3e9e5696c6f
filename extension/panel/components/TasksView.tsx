import type { RefObject, VNode } from 'preact';
import { useStore } from '../store/store.ts';
import { ROW_HEIGHT } from './grid-window.ts';
import { HINT_UP_TO, Hint } from './Hint.tsx';
import { EmptyNotice, NothingFound } from './Notice.tsx';
import { TaskGrid } from './TaskGrid.tsx';
import './TasksView.css';

interface TasksViewProps {
  readonly gridRef: RefObject<HTMLDivElement | null>;
  /** Enter on a row. */
  readonly onOpen: () => void;
}

/** The list, and in its place what there is to say when it is empty. */
export function TasksView({ gridRef, onOpen }: TasksViewProps): VNode {
  const { feed, rows } = useStore();
  const { rows: shown, total } = rows.value;
  return (
    <>
      <TaskGrid gridRef={gridRef} onOpen={onOpen} />
      {total > 0 && total <= HINT_UP_TO && shown.length > 0 && (
        <div class="tasks-view__hint" style={{ top: `${(shown.length + 1) * ROW_HEIGHT}px` }}>
          <Hint />
        </div>
      )}
      {total === 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: in a low panel it scrolls, and must be reachable by keyboard
        <div class="tasks-view__notice" tabIndex={0}>
          <EmptyNotice status={feed.status.value} />
        </div>
      )}
      {total > 0 && shown.length === 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: in a low panel it scrolls, and must be reachable by keyboard
        <div class="tasks-view__notice" tabIndex={0}>
          <NothingFound />
        </div>
      )}
    </>
  );
}
