import type { TaskState } from '../present/words.ts';

/** The states a button stands for: those of a task, and between two attempts, a part of running. */
export const STATE_BUTTONS = ['pending', 'running', 'retrying', 'success', 'error', 'cancelled'] as const;
export type StateButton = TaskState | 'retrying';
