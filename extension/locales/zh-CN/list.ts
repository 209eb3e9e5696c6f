import type { TextOf } from '../../panel/text.ts';
import type { list as english } from '../en/list.ts';

export const list: TextOf<typeof english> = {
  label: '任务',
  columns: {
    name: '名称',
    runtime: '运行时',
    retryable: '可重试',
    attempts: '尝试',
    error: '错误',
    started: '开始',
    waited: '等待',
    ran: '运行',
    waterfall: '瀑布图',
  },
  columnTitle: (column) => `${column}：按下可排序，右键单击可选择列`,
  scaleTitle: '从左边缘到右边缘',
  columnsMenu: '列',
  resetColumns: '重置列',
  states: {
    pending: '等待',
    running: '运行中',
    retrying: '重试中',
    success: '成功',
    error: '失败',
    cancelled: '已取消',
    unfinished: '未完成',
  },
  retryable: '可重试',
  retryableTitle: '运行时判定此错误为可重试',
  injected: '已注入故障',
  left: '未完成：在它结束之前，页面已被离开或录制已结束',
  attempts: {
    of: (attempt, limit) => `${attempt} / ${limit}`,
    notReported: '未上报',
    fallback: '降级',
    fallbackTitle: '由降级接手',
  },
};
