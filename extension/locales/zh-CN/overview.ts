import type { overview as english } from '../en/overview.ts';

export const overview: typeof english = {
  label: '概览',
  picture: (from, to, running, failed) =>
    `${from} 至 ${to} 的运行中任务与失败：同时运行最多 ${running} 个，失败 ${failed} 个`,
  start: '时间窗口起点',
  end: '时间窗口终点',
  first: '第一个任务',
  now: '最新的任务',
  hint: '拖动以只列出该时段内的任务；按 Esc 或单击恢复全部。',
  window: {
    between: (from, to) => `${from} – ${to}`,
    from: (from) => `${from} 起`,
    to: (to) => `${to} 止`,
    title: (text) => `仅列出在此时段内排队或运行的任务：${text}`,
    remove: (text) => `移除时间窗口 ${text}`,
  },
};
