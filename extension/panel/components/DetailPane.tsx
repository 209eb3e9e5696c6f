import type { RefObject, VNode } from 'preact';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { attemptsText } from '../present/attempts.ts';
import { DECISION_TEXT, outcomeOf, stateText } from '../present/outcome.ts';
import { shortId } from '../present/task-id.ts';
import { isUnfinished, type Watch } from '../present/times.ts';
import { useStore } from '../store/store.ts';
import { DETAIL_TABS, type DetailTab } from '../store/view.ts';
import { AttemptsTab } from './AttemptsTab.tsx';
import { DataTab } from './DataTab.tsx';
import { DetailHead } from './DetailHead.tsx';
import { ErrorTab } from './ErrorTab.tsx';
import { EventsTab } from './EventsTab.tsx';
import { iconOf, StateIcon } from './StateIcon.tsx';
import { StateTab } from './StateTab.tsx';
import { Tabs } from './Tabs.tsx';
import { Text } from './Text.tsx';
import './DetailPane.css';

const LABEL: Readonly<Record<DetailTab, string>> = {
  attempts: 'Attempts',
  state: 'State',
  error: 'Error',
  data: 'Data',
  events: 'Events',
};

interface DetailPaneProps {
  readonly task: TaskModel;
  readonly paneRef: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Everything known of the chosen task. A tab that would be empty is not there. */
export function DetailPane({ task, paneRef, onClose }: DetailPaneProps): VNode {
  const { feed, view } = useStore();
  void feed.now.value;
  const watch = feed.watchOf(task);
  const tabs = DETAIL_TABS.filter((id) => id !== 'error' || task.error !== undefined);
  const tab = tabs.includes(view.tab.value) ? view.tab.value : 'attempts';
  return (
    <section class="detail" aria-label="Task details" ref={paneRef}>
      <DetailHead tasks={[task]} onClose={onClose} below={<OutcomeLine task={task} watch={watch} />}>
        <StateIcon state={iconOf(task, watch)} hidden />
        <span class="detail__name">
          <Text text={task.name} />
        </span>
        <span class="detail__id">
          <Text text={shortId(task)} />
          <RuntimeName task={task} />
        </span>
      </DetailHead>
      <Tabs
        name="details"
        label="Task details"
        tabs={tabs.map((id) => ({ id, label: LABEL[id] }))}
        selected={tab}
        onSelect={(id) => {
          view.tab.value = id;
        }}
      >
        {tab === 'attempts' && <AttemptsTab task={task} watch={watch} />}
        {tab === 'state' && <StateTab task={task} watch={watch} />}
        {tab === 'error' && task.error !== undefined && <ErrorTab error={task.error} />}
        {tab === 'data' && <DataTab task={task} />}
        {tab === 'events' && <EventsTab task={task} />}
      </Tabs>
    </section>
  );
}

function RuntimeName({ task }: { readonly task: TaskModel }): VNode | null {
  const label = useStore().runtimeLabels.value.get(task.runtimeKey);
  return label === undefined ? null : (
    <>
      {' · '}
      <Text text={label} />
    </>
  );
}

/** One line that says how it stands or ended: after how many attempts, retryable or not, and what decided. */
function OutcomeLine({ task, watch }: { readonly task: TaskModel; readonly watch: Watch }): VNode {
  const decision = outcomeOf(task);
  const attempts = attemptsText(task);
  const tried = task.startedAt !== undefined && task.reported !== 'none';
  return (
    <p class="detail__outcome">
      {isUnfinished(task, watch) && 'Unfinished, as far as it is known: '}
      {stateText(task)}
      {tried && (
        <>
          {task.state === 'running' ? ', attempt ' : ' after '}
          <span class="detail__strong">{attempts}</span>
          {task.state !== 'running' && (/^1$|of 1$/.test(attempts) ? ' attempt' : ' attempts')}
        </>
      )}
      {task.state === 'error' &&
        (task.retryable ? (
          <>
            {' · '}
            <span class="detail__retryable">↻ retryable</span>
          </>
        ) : (
          ' · not retryable'
        ))}
      {task.state === 'error' &&
        decision !== undefined &&
        decision !== 'not-retryable' &&
        ` · ${DECISION_TEXT[decision]}`}
      {task.partial && ' · parts of its story were lost on the way'}
    </p>
  );
}
