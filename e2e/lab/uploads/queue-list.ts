import type { Task } from 'tasklens';

interface Row {
  readonly task: Task<number>;
  readonly item: HTMLLIElement;
  readonly state: HTMLSpanElement;
  readonly detail: HTMLSpanElement;
  readonly cancel: HTMLButtonElement;
  attempts: number;
  error: string;
}

export interface QueueList {
  add(task: Task<number>): void;
  /** The body of a task was called once more. */
  countAttempt(taskId: string): void;
  failed(taskId: string, error: unknown): void;
  /** Draws each row and the summary from the tasks' own states. */
  refresh(): void;
  cancelAll(): void;
}

/** The page's own view of its queue: what any app would show its user, and independent of the devtools. */
export function createQueueList(list: HTMLOListElement, summary: HTMLElement): QueueList {
  const rows = new Map<string, Row>();

  const element = (className: string): HTMLSpanElement => {
    const span = document.createElement('span');
    span.className = className;
    return span;
  };

  const draw = (row: Row): void => {
    const { state } = row.task;
    row.state.textContent = state;
    row.state.dataset.state = state;
    const tries = row.attempts === 1 ? '1 attempt' : `${row.attempts} attempts`;
    row.detail.textContent = [row.attempts > 0 ? tries : '', row.error].filter((part) => part !== '').join(' · ');
    row.cancel.disabled = state !== 'pending' && state !== 'running';
  };

  return {
    add(task) {
      const row: Row = {
        task,
        item: document.createElement('li'),
        state: element('state'),
        detail: element('detail'),
        cancel: document.createElement('button'),
        attempts: 0,
        error: '',
      };
      const name = element('name');
      name.textContent = task.name;
      row.cancel.type = 'button';
      row.cancel.textContent = 'Cancel';
      row.cancel.setAttribute('aria-label', `Cancel ${task.name}`);
      row.cancel.addEventListener('click', () => task.cancel('the user cancelled'));
      row.item.append(row.state, name, row.detail, row.cancel);
      list.append(row.item);
      rows.set(task.id, row);
      this.refresh();
    },
    countAttempt(taskId) {
      const row = rows.get(taskId);
      if (!row) return;
      row.attempts += 1;
      draw(row);
    },
    failed(taskId, error) {
      const row = rows.get(taskId);
      if (row) row.error = String(error);
    },
    refresh() {
      const counts = new Map<string, number>();
      for (const row of rows.values()) {
        draw(row);
        counts.set(row.task.state, (counts.get(row.task.state) ?? 0) + 1);
      }
      if (rows.size > 0) summary.textContent = [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
    },
    cancelAll() {
      for (const row of rows.values()) row.task.cancel('the user cancelled all');
    },
  };
}
