import type { shell as english } from '../en/shell.ts';

export const shell: typeof english = {
  views: {
    label: '视图',
    tasks: '任务',
    slots: '并发槽',
    accounting: '统计',
    insights: '诊断',
    faults: '故障注入',
  },
  loading: (view) => `正在加载“${view}”…`,
  loadFailed: {
    title: (view) => `无法加载“${view}”`,
    advice: '打开此面板后，扩展可能已更新。请重试；若仍失败，请关闭并重新打开开发者工具。',
    again: '重试',
  },
  broken: {
    title: (view) => `“${view}”因错误而停止`,
    advice: '其他视图不受影响。抛出的错误：',
    again: '重新显示',
  },
  settings: {
    title: '设置',
    close: '关闭设置',
    language: '语言',
    byBrowser: '跟随浏览器',
  },
};
