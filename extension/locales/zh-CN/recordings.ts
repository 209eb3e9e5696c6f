import type { RecordingFault } from '../../../bridge/recording/format.ts';
import type { recordings as english } from '../en/recordings.ts';

export const recordings: typeof english = {
  import: '导入',
  importTitle: '从文件打开录制，也可以把文件拖到面板上',
  file: '录制文件',
  export: '导出',
  exportTitle: '把这些任务写成录制文件',
  all: (tasks) => `全部任务（${tasks}）`,
  shown: (tasks) => `列表中的任务（${tasks}）`,
  chosen: (tasks) => `选中的任务（${tasks}）`,
  label: '会话',
  live: '实时',
  close: (name) => `关闭 ${name}`,
  notOpened: (name) => `无法打开 ${name}。`,
  notRead: '无法读取该文件。',
  dismiss: '知道了',
  fault: (fault: RecordingFault) => {
    switch (fault.code) {
      case 'empty':
        return '文件是空的。';
      case 'not-a-recording':
        return '这不是录制文件。';
      case 'looks-like':
        return `这看起来是“${fault.what}”，不是录制文件。`;
      case 'newer':
        return `它由更新的格式 ${fault.version} 写成，当前版本最高支持格式 ${fault.newest}，请更新 Tasklens。`;
      case 'encoding':
        return `它的编码是“${fault.encoding}”，请另存为 UTF-8。`;
    }
  },
};
