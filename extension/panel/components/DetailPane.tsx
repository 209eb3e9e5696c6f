import type { RefObject, VNode } from 'preact';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { COMMANDS } from '../../locales/commands.ts';
import { LIST } from '../../locales/list.ts';
import { TASK } from '../../locales/task.ts';
import { attemptsText, hasOneAttempt, usedFallback } from '../present/attempts.ts';
import { outcomeOf, stateText } from '../present/outcome.ts';
import { shortId } from '../present/task-id.ts';
import { isUnfinished, type Watch } from '../present/times.ts';
import { useStore } from '../store/store.ts';
import { DETAIL_TABS } from '../store/view.ts';
import { useText } from '../text.ts';
import { AttemptsTab } from './AttemptsTab.tsx';
import { DataTab } from './DataTab.tsx';
import { DetailHead } from './DetailHead.tsx';
import { ErrorTab } from './ErrorTab.tsx';
import { EventsTab } from './EventsTab.tsx';
import { fill } from './fill.ts';
import { iconOf, StateIcon } from './StateIcon.tsx';
import { StateTab } from './StateTab.tsx';
import { Tabs } from './Tabs.tsx';
import { Text } from './Text.tsx';
import './DetailPane.css';

interface DetailPaneProps {
  readonly task: TaskModel;
  readonly paneRef: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Everything known of the chosen task. A tab that would be empty is not there. */
export function DetailPane({ task, paneRef, onClose }: DetailPaneProps): VNode {
  const text = useText(TASK);
  const { feed, view } = useStore();
  void feed.now.value;
  const watch = feed.watchOf(task);
  const tabs = DETAIL_TABS.filter((id) => id !== 'error' || task.error !== undefined);
  const tab = tabs.includes(view.tab.value) ? view.tab.value : 'attempts';
  return (
    <section class="detail" aria-label={text.label} ref={paneRef}>
      <DetailHead tasks={[task]} onClose={onClose} below={<OutcomeLine task={task} watch={watch} />}>
        <StateIcon state={iconOf(task, watch)} />
        <span class="detail__name">
          <Text text={task.name} />
        </span>
        <span class="detail__id">
          <Text text={shortId(task)} />
          <RuntimeName task={task} />
        </span>
      </DetailHead>
      <Tabs
        group="details"
        label={text.label}
        tabs={tabs.map((id) => ({ id, label: text.tabs[id] }))}
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
  const text = useText(TASK);
  const list = useText(LIST);
  const commands = useText(COMMANDS);
  const decision = outcomeOf(task);
  const tried = task.startedAt !== undefined && task.reported !== 'none';
  const attempts = usedFallback(task)
    ? `${attemptsText(task, list)} · ${list.attempts.fallback}`
    : attemptsText(task, list);
  return (
    <p class="detail__outcome">
      {isUnfinished(task, watch) && text.outcome.unfinished}
      {stateText(task, text)}
      {tried &&
        fill(
          task.state === 'running' ? text.attemptNow : text.afterAttempts(hasOneAttempt(task)),
          <span class="detail__strong">{attempts}</span>,
        )}
      {task.state === 'error' &&
        (task.retryable ? (
          <>
            {' · '}
            <span class="detail__retryable">↻ {text.retryable}</span>
          </>
        ) : (
          ` · ${text.notRetryable}`
        ))}
      {task.state === 'error' &&
        decision !== undefined &&
        decision !== 'not-retryable' &&
        ` · ${text.decisions[decision]}`}
      {task.partial && ` · ${text.partial}`}
      {task.injected !== undefined && (
        <>
          {' · '}
          <span class="detail__injected" title={commands.injectedTitle(task.injected)}>
            ⚡ {commands.injectedFault}: <Text text={task.injected} />
          </span>
        </>
      )}
      {task.rerunOf !== undefined && (
        <>
          {` · ${commands.rerunOf} `}
          <Text text={shortId({ ...task, id: task.rerunOf })} />
        </>
      )}
    </p>
  );
}
